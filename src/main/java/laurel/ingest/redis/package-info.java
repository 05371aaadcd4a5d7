/**
 * Reads Redis Streams as one consumer of a group: an entry is acknowledged after the transaction that records it, so
 * that none is lost, and a repeated one is recognized by its ID.
 */
@NullMarked
package laurel.ingest.redis;

import org.jspecify.annotations.NullMarked;
