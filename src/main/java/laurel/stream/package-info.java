/**
 * Publishes the event log of apps to Redis Streams, with the messages that webhooks receive.
 *
 * <p>{@link laurel.stream.StreamPublisher} reads events after the stored position of an app, adds them to the streams, and then
 * advances the position. If the node or Redis fails in between, the same events are added again, with the same sequence. One node
 * at a time holds the lease of an app. No submission waits for it: events are read from the log, which outlasts an outage of
 * Redis. Streams that are read are in {@link laurel.ingest.redis}, which also has the connection.
 */
@NullMarked
package laurel.stream;

import org.jspecify.annotations.NullMarked;
