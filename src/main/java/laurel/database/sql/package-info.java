/**
 * Statements with named parameters, which take and return records. Repositories have one {@code @Query} per method; {@link
 * laurel.database.sql.Sql} runs them and statements that are composed at run time. Read {@code Sql} first.
 *
 * <p>In a transaction, statements whose results are not needed yet wait and are sent together ({@link
 * laurel.database.sql.Pipeline}): methods of repositories without a result, and those that are called with {@link
 * laurel.database.sql.Sql#later}. A failure of such a statement is thrown by the next one, or before the commit.
 */
@NullMarked
package laurel.database.sql;

import org.jspecify.annotations.NullMarked;
