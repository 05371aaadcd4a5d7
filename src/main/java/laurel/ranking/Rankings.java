package laurel.ranking;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toMap;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import laurel.database.sql.Numbered;
import laurel.database.sql.PartitionedQuery;
import laurel.database.sql.Sql;
import laurel.leaderboard.Group;
import laurel.ranking.CountRepository.CountQuery;
import laurel.ranking.ParticipantStandingsQuery.StandingItem;
import laurel.ranking.ParticipantStandingsQuery.StandingListKey;
import laurel.ranking.RankingRepository.WindowGrouping;
import laurel.request.ListRequest;
import laurel.request.Text;
import laurel.window.RankingKey;
import laurel.window.Windows;

/** Finds rankings, and runs queries of them. */
@Singleton
public class Rankings {
    /** Each time adds about seven partitions to a statement, and PostgreSQL can hold a limited number of locks. */
    private static final int MAX_TIMES_PER_STATEMENT = 10;

    private final Sql sql;
    private final Windows windows;
    private final RankingRepository repository;
    private final StandingRepository standings;
    private final ParticipantStandingsRepository standingsOf;
    private final CountRepository counts;

    Rankings(
            Sql sql,
            Windows windows,
            RankingRepository repository,
            StandingRepository standings,
            ParticipantStandingsRepository standingsOf,
            CountRepository counts) {
        this.sql = sql;
        this.windows = windows;
        this.repository = repository;
        this.standings = standings;
        this.standingsOf = standingsOf;
        this.counts = counts;
    }

    /** The rankings with these keys that exist in the app. */
    public Map<RankingKey, Ranking> byKeys(int app, Collection<RankingKey> keys) {
        List<RankingKey> possible =
                keys.stream().filter(key -> canExist(key.group())).toList();
        return repository.byKeys(app, possible);
    }

    /**
     * The same, with an empty ranking for each group that has no ranking yet in an existing window, if the group can be
     * part of an ID.
     */
    public Map<RankingKey, Ranking> byKeysOrEmpty(int app, Collection<RankingKey> keys) {
        Map<RankingKey, Ranking> found = new HashMap<>(byKeys(app, keys));
        List<RankingKey> missing = keys.stream()
                .filter(key ->
                        !found.containsKey(key) && Ranking.isIdentifiedByGroup(key.group()) && canExist(key.group()))
                .toList();
        if (!missing.isEmpty()) {
            found.putAll(Numbered.map(missing, repository.listEmpty(app, missing)));
        }
        return found;
    }

    /** The same for any app, in the transaction of the caller. */
    public Map<RankingKey, Ranking> byKeys(Collection<RankingKey> keys) {
        List<RankingKey> possible =
                keys.stream().filter(key -> canExist(key.group())).toList();
        return possible.isEmpty() ? Map.of() : repository.byKeys(null, possible);
    }

    /**
     * Reads rankings in the snapshot of the caller's transaction, with one statement per kind of query and partition.
     */
    public Map<RankingRead, RankingRead.RankingReadResult> read(Collection<RankingRead> reads) {
        Map<StandingQuery, StandingResult> found = standings(
                reads.stream().flatMap(RankingRead::queries).distinct().toList(), PartitionedQuery.oneByOne());
        Map<CountQuery, Integer> counted =
                count(reads.stream().flatMap(RankingRead::counts).distinct().toList(), PartitionedQuery.oneByOne());
        return reads.stream()
                .distinct()
                .collect(toMap(
                        Function.identity(), read -> RankingRead.RankingReadResult.of(read, found::get, counted::get)));
    }

    /** The rankings of each of these lists, in their order. */
    public Map<ListRequest<WindowGrouping, Group>, List<Ranking>> ofGroupings(
            int app, Set<ListRequest<WindowGrouping, Group>> lists) {
        return repository.ofGroupings(app, List.copyOf(lists));
    }

    /** The rankings that movement is relative to. Absent if there is no previous window. */
    public Map<Ranking, RankingRepository.PreviousRanking> previous(Collection<Ranking> rankings) {
        return repository.previous(List.copyOf(rankings));
    }

    /** Whether the group can exist. PostgreSQL rejects some texts even as parameters. */
    private static boolean canExist(Group group) {
        return group.values().values().stream().allMatch(value -> Text.isLine(value, Group.MAX_VALUE));
    }

    /** The rankings with these ids that exist in the app. */
    public Map<Long, Ranking> byIds(int app, Collection<Long> ids) {
        return repository.byIds(app, ids).stream().collect(Collectors.toMap(Ranking::id, Function.identity()));
    }

    /** The result of each query. */
    public Map<StandingQuery, StandingResult> standings(Collection<StandingQuery> queries) {
        return sql.connected(() -> standings(List.copyOf(queries), new PartitionedQuery()));
    }

    private Map<StandingQuery, StandingResult> standings(List<StandingQuery> queries, PartitionedQuery statement) {
        Map<Integer, List<StandingRow>> rows =
                standings.list(queries, statement).stream().collect(groupingBy(StandingRow::queryNumber));
        Map<StandingQuery, StandingResult> found = new HashMap<>();
        for (int number = 0; number < queries.size(); number++) {
            StandingQuery query = queries.get(number);
            found.put(query, StandingResult.of(query, rows.getOrDefault(number, List.of())));
        }
        return found;
    }

    /** Returns the items of each list; lists without items are absent. */
    public Map<ListRequest<ParticipantStandingsQuery, StandingListKey>, List<StandingItem>> standingsOf(
            Collection<ListRequest<ParticipantStandingsQuery, StandingListKey>> lists) {
        var byTime = lists.stream()
                .collect(groupingBy(list -> requireNonNull(list.filter()).time()));
        List<Instant> times = List.copyOf(byTime.keySet());
        Map<ListRequest<ParticipantStandingsQuery, StandingListKey>, List<StandingItem>> found = new HashMap<>();
        for (int from = 0; from < times.size(); from += MAX_TIMES_PER_STATEMENT) {
            Set<Instant> part = Set.copyOf(times.subList(from, Math.min(times.size(), from + MAX_TIMES_PER_STATEMENT)));
            List<String> tables = windows.entryTables(part);
            if (!tables.isEmpty()) {
                var ofPart = part.stream()
                        .flatMap(time -> requireNonNull(byTime.get(time)).stream())
                        .toList();
                found.putAll(standingsOf.list(ofPart, tables));
            }
        }
        return found;
    }

    /** The result of each count. */
    public Map<CountQuery, Integer> count(Collection<CountQuery> queries) {
        return sql.connected(() -> count(List.copyOf(queries), new PartitionedQuery()));
    }

    private Map<CountQuery, Integer> count(List<CountQuery> queries, PartitionedQuery statement) {
        Map<Integer, Long> numbers = counts.count(queries, statement);
        Map<CountQuery, Integer> counted = new HashMap<>();
        for (int number = 0; number < queries.size(); number++) {
            counted.put(queries.get(number), Math.toIntExact(requireNonNull(numbers.get(number))));
        }
        return counted;
    }
}
