package laurel.score.submission;

import io.micronaut.core.annotation.Introspected;
import java.util.Collection;
import java.util.Set;
import laurel.leaderboard.WindowKind;
import laurel.score.entry.EntryChange;
import org.jspecify.annotations.Nullable;

/**
 * Selects changes of a submission.
 *
 * @param kinds    kinds of windows; null for all
 * @param grouping the attributes of a grouping; null for all groupings
 */
@Introspected
public record ChangeFilter(
        @Nullable Set<WindowKind> kinds, @Nullable Set<String> grouping) {
    public boolean accepts(EntryChange change) {
        return (kinds == null || kinds.contains(change.kind()))
                && (grouping == null || grouping.equals(change.group().attributes()));
    }

    static boolean anyAccepts(Collection<ChangeFilter> filters, EntryChange change) {
        return filters.stream().anyMatch(filter -> filter.accepts(change));
    }
}
