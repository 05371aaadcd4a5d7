package laurel.request.export;

import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A field of the document: a list of objects, or one object.
 *
 * @param name   name of the field
 * @param type   type of the schema whose global ID is made of the column {@code id}; null if the rows have no ID
 * @param single whether the field is the first row instead of a list
 * @param rows   opens the rows, as maps from field to value
 */
public record ExportSection(
        String name, @Nullable String type, boolean single, Supplier<Stream<Map<String, @Nullable Object>>> rows) {
    /** Rows in memory at a time. */
    public static final int HELD = 500;

    /** A list of objects that have no ID. */
    public static ExportSection of(String name, Supplier<Stream<Map<String, @Nullable Object>>> rows) {
        return new ExportSection(name, null, false, rows);
    }

    /** A list of objects of a type of the schema. */
    public static ExportSection of(String name, String type, Supplier<Stream<Map<String, @Nullable Object>>> rows) {
        return new ExportSection(name, type, false, rows);
    }
}
