package laurel.database.sql;

/**
 * A JSON document, bound to and read from a {@code jsonb} column.
 *
 * @param text the document as text; PostgreSQL rejects text that is not JSON, and returns it in its own format
 */
public record Json(String text) {}
