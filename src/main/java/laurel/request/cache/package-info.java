/**
 * Rows that hardly ever change, such as those of leaderboards, windows and rankings, in memory. A query uses them at once, and
 * verifies before its response is sent that they are still stored in the same version, with one statement for all of its rows and
 * all concurrent requests of its app. If one is not, the query runs again without the memory.
 *
 * <p>So a response never depends on an outdated row: it contains at least what was committed on any node before the request
 * arrived. Read {@link laurel.request.cache.RowCache} first.
 */
@NullMarked
package laurel.request.cache;

import org.jspecify.annotations.NullMarked;
