package laurel.request.export;

import java.util.List;

/** The sections of a feature. Statements run when their rows are read, in the caller's transaction. */
@FunctionalInterface
public interface ExportSource {
    List<ExportSection> sections(ExportSubject subject);
}
