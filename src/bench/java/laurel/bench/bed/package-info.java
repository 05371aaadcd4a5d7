/**
 * The environment of all measurements: the service in a separate process with 512 MB of heap, with its embedded
 * PostgreSQL and durable settings, and leaderboards of all sizes in one database. Everything is deleted at the end.
 */
@NullMarked
package laurel.bench.bed;

import org.jspecify.annotations.NullMarked;
