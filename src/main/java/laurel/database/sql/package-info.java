/**
 * Statements with named parameters, which take and return records. Repositories have one {@code @Query} per method; {@link
 * laurel.database.sql.Sql} runs them and statements that are composed at run time. Read {@code Sql} first.
 */
@NullMarked
package laurel.database.sql;

import org.jspecify.annotations.NullMarked;
