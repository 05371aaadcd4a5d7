/**
 * The embedded PostgreSQL: its programs, data directory, start and stop, and what happens after a crash, so that a
 * data directory is used by one service at a time.
 */
@NullMarked
package laurel.database.embedded;

import org.jspecify.annotations.NullMarked;
