/**
 * Activity and scores from other systems: entries of Redis Streams, and events of analytics feeds.
 *
 * <p>If {@code laurel.streams.redis} is set, each node is a consumer of the group {@code laurel} ({@link
 * laurel.ingest.redis.StreamConsumer}). A {@link laurel.ingest.mapping.MappedStream} says which events and scores the
 * entries of a stream mean; {@link laurel.ingest.mapping.Mappings} reads and checks all of them at the start. {@link
 * laurel.ingest.EntryRecorder} records an entry as though a client had sent it, with an external ID, and the entry is
 * acknowledged after the commit. So no entry is lost, and an entry that is delivered twice counts once.
 *
 * <p>An entry that does not fit its mapping, or that a rule refuses, is stored as a dead letter before it is
 * acknowledged, and an operator retries or deletes it ({@link laurel.ingest.deadletter.DeadLetters}). An entry that
 * fails repeatedly while others succeed becomes a dead letter, too. An outage of the database or of Redis makes no
 * dead letters: entries wait and are retried until they succeed.
 *
 * <p>If an entry has an external ID but no time, the time at which the entry was added is used. A producer that adds
 * the same event again therefore sends another time, so an entry without a time whose external ID is known is a
 * duplicate and succeeds without a comparison. An entry with a time that differs from the stored one becomes a dead
 * letter.
 *
 * <p>Entries of a consumer that died, or that cannot record them, are claimed by another consumer after {@code
 * laurel.streams.claim-after}. A consumer forgets those of its entries that another has claimed.
 *
 * <p>Score and rating events of an analytics feed name a leaderboard, or a type that a leaderboard lists in its
 * metadata ({@link laurel.ingest.feed.Feeds}).
 */
@NullMarked
package laurel.ingest;

import org.jspecify.annotations.NullMarked;
