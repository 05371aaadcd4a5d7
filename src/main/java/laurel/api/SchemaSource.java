package laurel.api;

import java.util.List;

/** Where the schema's files come from. */
@FunctionalInterface
interface SchemaSource {
    /** All files, in the order of their names. */
    List<SchemaText> texts();
}
