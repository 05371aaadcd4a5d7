package laurel.database.sql;

/**
 * A JSON document, bound to and read from a {@code jsonb} column.
 *
 * @param text the document as text; PostgreSQL refuses text that is not JSON, and gives it back in its own spelling
 */
public record Json(String text) {}
