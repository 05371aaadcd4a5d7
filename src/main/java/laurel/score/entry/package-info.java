/**
 * Entries: the score that stands for each participant in each ranking. All writes go through {@code EntryWriter},
 * which updates the rank index in the same transaction.
 */
@NullMarked
package laurel.score.entry;

import org.jspecify.annotations.NullMarked;
