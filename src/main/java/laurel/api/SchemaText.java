package laurel.api;

/**
 * One file of the schema.
 *
 * @param name the file's name, for error messages
 */
record SchemaText(String name, String text) {}
