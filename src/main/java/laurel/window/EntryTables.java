package laurel.window;

import static java.util.Comparator.comparing;
import static java.util.Comparator.naturalOrder;
import static java.util.Comparator.nullsLast;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import laurel.database.sql.PartitionedQuery;
import laurel.database.sql.Sql;
import laurel.leaderboard.WindowKind;
import laurel.window.WindowRepository.OpenedSlice;
import org.jspecify.annotations.Nullable;

/** Finds the partitions that hold the entries of windows, and whether windows have entries. */
@Singleton
public class EntryTables {
    private final Sql sql;
    private final WindowRepository repository;

    EntryTables(Sql sql, WindowRepository repository) {
        this.sql = sql;
        this.repository = repository;
    }

    /**
     * A partition with the entries of windows that start in a period.
     *
     * @param period what the windows have in common
     * @param from   earliest start of its windows; null if they start at any time
     * @param before all of its windows start before it; null if they start at any time
     */
    public record EntryTable(
            String name,
            WindowSlice.Period period,
            @Nullable Instant from,
            @Nullable Instant before) {
        /** By the latest start of a window; partitions with windows of any time come first. */
        public static final Comparator<EntryTable> NEWEST_FIRST = comparing(
                        EntryTable::before, nullsLast(naturalOrder()))
                .reversed()
                .thenComparing(EntryTable::name);

        static EntryTable of(OpenedSlice opened) {
            WindowSlice slice = new WindowSlice(opened.name());
            WindowSlice.Period period = slice.period();
            LocalDate first = slice.firstDate();
            return new EntryTable(RankingId.entryTable(opened.id()), period, start(first), start(period.after(first)));
        }

        private static @Nullable Instant start(@Nullable LocalDate date) {
            return date == null ? null : date.atStartOfDay(ZoneOffset.UTC).toInstant();
        }

        /** Whether it may have windows of one of these kinds. */
        public boolean mayHave(Set<WindowKind> kinds) {
            return kinds.stream().anyMatch(period::mayHave);
        }

        /**
         * Whether it may have windows that overlap a range of time.
         *
         * @param start inclusive; null for no start
         * @param end   exclusive; null for no end
         */
        public boolean mayOverlap(@Nullable Instant start, @Nullable Instant end) {
            return before == null
                    || from == null
                    || ((end == null || from.isBefore(end))
                            && (start == null || before.plus(period.maxLength()).isAfter(start)));
        }

        /** Whether it may have windows that start at an instant or earlier; null is the start of the all-time window. */
        public boolean mayStartBy(@Nullable Instant instant) {
            return from == null || (instant != null && !from.isAfter(instant));
        }

        /** Whether all of its windows start before an instant; null is the start of the all-time window. */
        public boolean startsBefore(@Nullable Instant instant) {
            return before != null && instant != null && !before.isAfter(instant);
        }
    }

    /** Returns the tables with the entries of all windows that contain one of these instants. */
    public List<EntryTable> around(Collection<Instant> moments) {
        Set<String> names = moments.stream()
                .flatMap(moment -> WindowSlice.around(moment).stream())
                .map(WindowSlice::name)
                .collect(Collectors.toSet());
        return repository.slices(names).stream().map(EntryTable::of).toList();
    }

    /** Returns the tables with entries of windows that have not expired. */
    public List<EntryTable> all() {
        return repository.allSlices().stream().map(EntryTable::of).toList();
    }

    /** Whether any of these windows has an entry. Reads only the partitions of these windows. */
    boolean anyEntry(List<Window> windows) {
        return !new PartitionedQuery()
                .add(windows, window -> WindowRepository.SCORED_RANKINGS.replace("<entry>", window.entryTable()))
                .list(sql, Long.class)
                .isEmpty();
    }
}
