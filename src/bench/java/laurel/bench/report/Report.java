package laurel.bench.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** All that a run has to tell. */
public final class Report {
    private final Map<String, String> circumstances = new LinkedHashMap<>();
    private final List<Goal> goals = new ArrayList<>();
    private final List<Table> tables = new ArrayList<>();
    private final List<String> problems = new ArrayList<>();

    /** Under which circumstances it was measured. */
    public void circumstance(String name, String value) {
        circumstances.put(name, value);
    }

    public void add(Table table) {
        tables.add(table);
    }

    /** A figure that shall be this or less. */
    public void atMost(String what, double limit, double measured) {
        goals.add(new Goal(what, true, limit, measured));
    }

    /** A figure that shall be this or more. */
    public void atLeast(String what, double limit, double measured) {
        goals.add(new Goal(what, false, limit, measured));
    }

    /** What makes the run fail: an answer that is wrong or is none. */
    public void problem(String what) {
        problems.add(what);
    }

    public boolean failed() {
        return !problems.isEmpty();
    }

    /** Writes {@code bench.md} and {@code bench.json} into this directory. */
    public void write(Path directory) throws IOException {
        Files.createDirectories(directory);
        Files.writeString(directory.resolve("bench.md"), markdown());
        Files.writeString(directory.resolve("bench.json"), JsonReport.of(circumstances, goals, tables, problems));
    }

    /** As people read it. */
    public String markdown() {
        return MarkdownReport.of(circumstances, goals, tables, problems);
    }
}
