package laurel.request.export;

import jakarta.inject.Singleton;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.stream.Stream;
import laurel.database.sql.Json;
import laurel.request.GlobalIds;
import laurel.request.JsonPieces;
import laurel.request.StrictJson;
import org.jspecify.annotations.Nullable;

/**
 * The document of an export: a JSON object with a field for each section, single objects first, then by name. Values are written
 * as the API writes them: scores, decimals and 64-bit integers as strings, times in UTC.
 */
@Singleton
public class ExportDocument {
    /** Incremented by changes after which a reader of the previous format would fail. */
    public static final int FORMAT_VERSION = 1;

    private final List<ExportSource> sources;
    private final GlobalIds ids;

    ExportDocument(List<ExportSource> sources, GlobalIds ids) {
        this.sources = sources;
        this.ids = ids;
    }

    /** A document with these sections only. */
    public static ExportDocument of(List<ExportSource> sources, GlobalIds ids) {
        return new ExportDocument(sources, ids);
    }

    /** Returns the pieces of the document. Reads rows while pieces are requested, by statements of the calling thread. */
    public JsonPieces of(ExportSubject subject) {
        Map<String, @Nullable Object> document = new LinkedHashMap<>();
        document.put("formatVersion", FORMAT_VERSION);
        document.put("exportedAt", subject.now().toString());
        sources.stream()
                .flatMap(source -> source.sections(subject).stream())
                .sorted(Comparator.comparing((ExportSection section) -> !section.single())
                        .thenComparing(ExportSection::name))
                .forEach(section -> document.put(section.name(), value(subject, section)));
        return new JsonPieces(document);
    }

    private @Nullable Object value(ExportSubject subject, ExportSection section) {
        if (!section.single()) {
            return (Iterable<?>) () -> new Rows(section.rows().get(), row -> json(subject, section, row));
        }
        try (Stream<Map<String, @Nullable Object>> rows = section.rows().get()) {
            return rows.findFirst().map(row -> json(subject, section, row)).orElse(null);
        }
    }

    private Map<String, @Nullable Object> json(
            ExportSubject subject, ExportSection section, Map<String, ? extends @Nullable Object> row) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        row.forEach((name, value) -> json.put(
                name,
                section.type() != null && name.equals("id") && value instanceof Number number
                        ? ids.id(section.type(), subject.app(), number.longValue())
                        : json(value)));
        return json;
    }

    private static @Nullable Object json(@Nullable Object value) {
        return switch (value) {
            case null -> null;
            case Long number -> number.toString();
            case BigDecimal number -> number.toPlainString();
            case Instant time -> time.toString();
            case LocalDate date -> date.toString();
            case Json document -> StrictJson.stored(document);
            case List<?> list -> list.stream().map(ExportDocument::json).toList();
            default -> value;
        };
    }

    @FunctionalInterface
    private interface RowWriter {
        Object json(Map<String, ? extends @Nullable Object> row);
    }

    /** Closes the statement after the last row. If the document is not read to its end, the end of the transaction closes it. */
    private static final class Rows implements Iterator<Object> {
        private final Stream<Map<String, @Nullable Object>> rows;
        private final Iterator<Map<String, @Nullable Object>> iterator;
        private final RowWriter writer;

        Rows(Stream<Map<String, @Nullable Object>> rows, RowWriter writer) {
            this.rows = rows;
            this.iterator = rows.iterator();
            this.writer = writer;
        }

        @Override
        public boolean hasNext() {
            boolean more = iterator.hasNext();
            if (!more) {
                rows.close();
            }
            return more;
        }

        @Override
        public Object next() {
            if (!iterator.hasNext()) {
                throw new NoSuchElementException();
            }
            return writer.json(iterator.next());
        }
    }
}
