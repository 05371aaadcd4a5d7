/**
 * Streams and feeds: activity and scores that other systems tell, by Redis Streams or a mutation.
 *
 * <p>Each node is a consumer of the group {@code laurel} ({@link laurel.ingest.redis.StreamConsumer}), off unless {@code
 * laurel.streams.redis} says where. What a stream's entries mean is a {@link laurel.ingest.mapping.MappedStream}: data,
 * read and checked at the start ({@link laurel.ingest.mapping.Mappings}). What an entry comes to is recorded as though a
 * client had sent it, with an id of its own; the entry is acknowledged after that is committed. So nothing is lost, and
 * what is delivered twice counts once.
 *
 * <p>An entry that no mapping fits, or that a rule refuses, would be delivered for ever: it becomes a dead letter,
 * in the database, before it is acknowledged. A person retries or discards it ({@link
 * laurel.ingest.deadletter.DeadLetters}). So does one that fails again and again while others pass. A database or a Redis
 * that is away is neither: what was read waits and is tried again until it passes.
 *
 * <p>Where an entry names its event or score but says no time, the time is when the entry was added. A producer that adds
 * it once more tells another time by that, and whether it tells another thing besides is not known: so an entry of an id
 * that stands, and without a time, counts as repeated and passes, whatever it says. One that says its time becomes a dead
 * letter if it says another.
 *
 * <p>What a consumer had read that has died is claimed by another once it has been idle for long.
 *
 * <p>The score and rating events of an analytics feed name a board, or a type by which it is found ({@link
 * laurel.ingest.feed.Feeds}).
 */
@NullMarked
package laurel.ingest;

import org.jspecify.annotations.NullMarked;
