/**
 * Statements, parameters and rows: SQL as text with named parameters, records in and out, and repositories whose
 * methods carry their statement.
 */
@NullMarked
package laurel.database.sql;

import org.jspecify.annotations.NullMarked;
