/**
 * The one PostgreSQL that Laurel keeps everything in: an embedded server by default, or an external one by its URL.
 *
 * <p>Whoever is given the {@code DataSource} or the {@code Jdbi} bean is given a database that was checked, migrated
 * and is kept open until the context closes.
 *
 * <h2>Writing SQL for jdbi</h2>
 *
 * <ul>
 *   <li>{@code :name} is a value; arrays of values too: {@code unnest(:ids)}.
 *   <li>{@code <name>} is an attribute, pasted into the text as it is by {@code define("name", ...)}: a table's name
 *     from our own catalogue, never anything that came from a caller. Write blanks around the operators {@code <} and
 *     {@code >}: {@code a < b}, {@code (a, b) < (c, d)}, {@code <=}, {@code <>} are left alone, {@code a<b>c} is not.
 *     None is looked for in quotes or comments.
 *   <li>{@code ??} is the operator {@code ?} of jsonb, {@code ::} is a cast, and a colon before a blank is left alone:
 *       {@code tags[1 : 2]}.
 * </ul>
 */
@NullMarked
package laurel.database;

import org.jspecify.annotations.NullMarked;
