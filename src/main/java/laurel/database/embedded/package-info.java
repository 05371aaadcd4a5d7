/**
 * The embedded PostgreSQL: its programs, its data directory, start, stop, and recovery after a crash. A lock file lets one
 * service at a time use a data directory. Read {@link laurel.database.embedded.EmbeddedServer} first.
 */
@NullMarked
package laurel.database.embedded;

import org.jspecify.annotations.NullMarked;
