package laurel.score.submission;

import io.micronaut.core.annotation.Introspected;
import java.util.Collection;
import java.util.Set;
import laurel.leaderboard.WindowKind;
import laurel.score.entry.EntryChange;
import org.jspecify.annotations.Nullable;

/**
 * Which of the changes of a submission are asked for.
 *
 * @param kinds    only windows of these kinds; null is all
 * @param grouping only groups of exactly these attributes; null is all
 */
@Introspected
public record ChangeFilter(
        @Nullable Set<WindowKind> kinds, @Nullable Set<String> grouping) {
    public boolean takes(EntryChange change) {
        return (kinds == null || kinds.contains(change.kind()))
                && (grouping == null || grouping.equals(change.group().attributes()));
    }

    static boolean anyTakes(Collection<ChangeFilter> filters, EntryChange change) {
        return filters.stream().anyMatch(filter -> filter.takes(change));
    }
}
