/**
 * Analytics feeds: score and rating events that name a game, whose leaderboards are found by a convention of keys,
 * and are submitted in one transaction.
 */
@NullMarked
package laurel.ingest.feed;

import org.jspecify.annotations.NullMarked;
