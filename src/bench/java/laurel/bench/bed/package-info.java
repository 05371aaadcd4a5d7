/**
 * The bed that everything is measured on: the service as it is shipped, in a process of its own with 512 MB of heap, with
 * its embedded PostgreSQL and that one's durable settings; boards of all sizes in one database; and nothing left of it
 * afterwards.
 */
@NullMarked
package laurel.bench.bed;

import org.jspecify.annotations.NullMarked;
