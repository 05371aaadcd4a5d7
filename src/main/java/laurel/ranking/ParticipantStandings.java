package laurel.ranking;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;

import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import laurel.ranking.ParticipantStandingsQuery.StandingListKey;
import laurel.ranking.ParticipantStandingsRepository.ParticipantRanking;
import laurel.request.ListRequest;
import laurel.request.RequestErrorCode;
import laurel.request.RequestException;
import laurel.window.EntryTables;
import laurel.window.EntryTables.EntryTable;

/**
 * Lists the rankings in which a participant has an entry, newest window first. Reads the partitions of the newest windows
 * first, some with each statement, until the page is full: all windows of the partitions that are left have started earlier.
 */
@Singleton
class ParticipantStandings {
    /** A statement locks its tables and their indexes, and the server can hold a limited number of locks. */
    private static final int TABLES_AT_ONCE = 50;

    private static final int MAX_TABLES_OF_STATEMENT = 64;
    /** Over five years of days. */
    private static final int MAX_TABLES = 2_000;

    private final EntryTables tables;
    private final ParticipantStandingsRepository repository;

    ParticipantStandings(EntryTables tables, ParticipantStandingsRepository repository) {
        this.tables = tables;
        this.repository = repository;
    }

    /** A list of which more partitions may have to be read. */
    private static final class PendingList {
        final ListRequest<ParticipantStandingsQuery, StandingListKey> request;
        private final List<EntryTable> tables;
        private int read;
        private List<ParticipantRanking> found = List.of();

        PendingList(ListRequest<ParticipantStandingsQuery, StandingListKey> request, List<EntryTable> tables) {
            this.request = request;
            this.tables = tables;
        }

        /** The names of the tables to read next. */
        List<String> next() {
            return tables.subList(read, Math.min(tables.size(), read + TABLES_AT_ONCE)).stream()
                    .map(EntryTable::name)
                    .toList();
        }

        /** Adds the rankings of the next tables, and perhaps of others. */
        void add(List<ParticipantRanking> rankings) {
            read = Math.min(tables.size(), read + TABLES_AT_ONCE);
            // Sorting keeps the order of the groups of a window, which are all in one table.
            found = Stream.concat(found.stream(), rankings.stream())
                    .collect(toMap(
                            one -> one.ranking().id(), Function.identity(), (one, same) -> one, LinkedHashMap::new))
                    .values()
                    .stream()
                    .sorted(Comparator.comparing(
                            ParticipantRanking::key, query(request).windowOrder()))
                    .limit(request.limit())
                    .toList();
        }

        /** Whether the tables that are left cannot have a ranking of the page. */
        boolean isComplete() {
            return read == tables.size()
                    || (!query(request).daily()
                            && found.size() == request.limit()
                            && tables.get(read)
                                    .startsBefore(found.getLast().key().startsAt()));
        }

        void checkLimit() {
            if (read >= MAX_TABLES) {
                throw new RequestException(
                        RequestErrorCode.LIMIT_EXCEEDED,
                        "The standings of a participant are read from at most " + MAX_TABLES
                                + " partitions; set `filter.startTime` and `filter.endTime`.");
            }
        }
    }

    /** Returns the rankings of each list. Throws LIMIT_EXCEEDED. */
    Map<ListRequest<ParticipantStandingsQuery, StandingListKey>, List<ParticipantRanking>> list(
            Collection<ListRequest<ParticipantStandingsQuery, StandingListKey>> lists) {
        List<PendingList> all = pending(lists);
        List<PendingList> left = all.stream().filter(one -> !one.isComplete()).toList();
        while (!left.isEmpty()) {
            left.forEach(PendingList::checkLimit);
            together(left).forEach(this::read);
            left = left.stream().filter(one -> !one.isComplete()).toList();
        }
        return all.stream().collect(toMap(one -> one.request, one -> one.found));
    }

    private List<PendingList> pending(Collection<ListRequest<ParticipantStandingsQuery, StandingListKey>> lists) {
        List<ParticipantStandingsQuery> queries =
                lists.stream().map(ParticipantStandings::query).toList();
        List<EntryTable> existing = queries.stream()
                        .allMatch(query -> query.filter().moment())
                ? tables.around(
                        queries.stream().map(ParticipantStandingsQuery::time).collect(toSet()))
                : tables.all();
        return lists.stream()
                .map(list -> new PendingList(
                        list,
                        existing.stream()
                                .filter(table -> mayHave(table, list))
                                .sorted(EntryTable.NEWEST_FIRST)
                                .toList()))
                .toList();
    }

    private static ParticipantStandingsQuery query(ListRequest<ParticipantStandingsQuery, StandingListKey> list) {
        return requireNonNull(list.filter());
    }

    private static boolean mayHave(EntryTable table, ListRequest<ParticipantStandingsQuery, StandingListKey> list) {
        ParticipantStandingsQuery query = query(list);
        StandingListKey after = list.after();
        return table.mayHave(query.filter().kinds())
                && table.mayOverlap(query.startTime(), query.endTime())
                && (after == null || query.daily() || table.mayStartBy(after.startsAt()));
    }

    /** Lists that are read by one statement, with the tables that it reads. */
    private record Together(List<PendingList> lists, Set<String> tables) {}

    /** Combines lists as far as their tables allow. Lists of the same request mostly need the same tables. */
    private static List<Together> together(List<PendingList> left) {
        List<Together> statements = new ArrayList<>();
        for (PendingList list : left) {
            List<String> names = list.next();
            Together last = statements.isEmpty() ? null : statements.getLast();
            if (last == null || unionSize(last.tables, names) > MAX_TABLES_OF_STATEMENT) {
                last = new Together(new ArrayList<>(), new LinkedHashSet<>());
                statements.add(last);
            }
            last.lists.add(list);
            last.tables.addAll(names);
        }
        return statements;
    }

    private static long unionSize(Set<String> tables, List<String> names) {
        return tables.size()
                + names.stream().filter(name -> !tables.contains(name)).count();
    }

    private void read(Together statement) {
        var found = repository.list(
                statement.lists.stream().map(list -> list.request).toList(), statement.tables);
        statement.lists.forEach(list -> list.add(found.getOrDefault(list.request, List.of())));
    }
}
