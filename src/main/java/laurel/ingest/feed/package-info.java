/**
 * Analytics feeds: score and rating events that name a leaderboard by its key, or by a type that leaderboards list in
 * their metadata. The events of a batch are submitted in one transaction.
 */
@NullMarked
package laurel.ingest.feed;

import org.jspecify.annotations.NullMarked;
