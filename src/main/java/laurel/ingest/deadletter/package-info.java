/**
 * The dead-letter queue: entries of streams that could not be recorded are kept with the reason, until they are
 * retried with success, or discarded.
 */
@NullMarked
package laurel.ingest.deadletter;

import org.jspecify.annotations.NullMarked;
