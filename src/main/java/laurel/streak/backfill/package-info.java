/**
 * Completes streaks that were created, or made active again, after the activity they count: in parts that each are a
 * transaction, under the lock of the activity of the app.
 */
@NullMarked
package laurel.streak.backfill;

import org.jspecify.annotations.NullMarked;
