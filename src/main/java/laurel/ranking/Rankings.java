package laurel.ranking;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toMap;

import jakarta.inject.Singleton;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import laurel.database.sql.Numbered;
import laurel.database.sql.PartitionedQuery;
import laurel.database.sql.Sql;
import laurel.database.sql.Versioned;
import laurel.leaderboard.Group;
import laurel.ranking.CountRepository.CountQuery;
import laurel.ranking.ParticipantStandingsQuery.StandingItem;
import laurel.ranking.ParticipantStandingsQuery.StandingListKey;
import laurel.ranking.ParticipantStandingsRepository.ParticipantRanking;
import laurel.ranking.RankingRepository.WindowGrouping;
import laurel.ranking.StandingQuery.ParticipantQuery;
import laurel.request.ListRequest;
import laurel.request.Text;
import laurel.window.RankingKey;

/** Finds rankings, and runs queries of them. */
@Singleton
public class Rankings {
    private final Sql sql;
    private final RankingRepository repository;
    private final StandingRepository standings;
    private final ParticipantStandings standingsOf;
    private final CountRepository counts;

    Rankings(
            Sql sql,
            RankingRepository repository,
            StandingRepository standings,
            ParticipantStandings standingsOf,
            CountRepository counts) {
        this.sql = sql;
        this.repository = repository;
        this.standings = standings;
        this.standingsOf = standingsOf;
        this.counts = counts;
    }

    /** The rankings with these keys that exist in the app. */
    public Map<RankingKey, Versioned<Ranking>> byKeys(int app, Collection<RankingKey> keys) {
        List<RankingKey> possible =
                keys.stream().filter(key -> canExist(key.group())).toList();
        return repository.byKeys(app, possible);
    }

    /**
     * The same, with an empty ranking for each group that has no ranking yet in an existing window, if the group can be
     * part of an ID.
     */
    public Map<RankingKey, Versioned<Ranking>> byKeysOrEmpty(int app, Collection<RankingKey> keys) {
        Map<RankingKey, Versioned<Ranking>> found = new HashMap<>(byKeys(app, keys));
        List<RankingKey> missing = keys.stream()
                .filter(key ->
                        !found.containsKey(key) && Ranking.isIdentifiedByGroup(key.group()) && canExist(key.group()))
                .toList();
        if (!missing.isEmpty()) {
            Numbered.map(missing, repository.listEmpty(app, missing))
                    .forEach((key, empty) -> found.put(key, Versioned.unversioned(empty)));
        }
        return found;
    }

    /** The same for any app, in the transaction of the caller. */
    public Map<RankingKey, Ranking> byKeys(Collection<RankingKey> keys) {
        List<RankingKey> possible =
                keys.stream().filter(key -> canExist(key.group())).toList();
        return possible.isEmpty()
                ? Map.of()
                : repository.byKeys(null, possible).entrySet().stream()
                        .collect(toMap(
                                Map.Entry::getKey, found -> found.getValue().value()));
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
    public Map<Long, Versioned<Ranking>> byIds(int app, Collection<Long> ids) {
        return repository.byIds(app, ids).stream()
                .collect(toMap(found -> found.value().id(), Function.identity()));
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

    /**
     * Returns the items of each list, newest window first. All metrics that any list requests are computed for all, so that
     * lists share a statement. Throws LIMIT_EXCEEDED if a list has too many partitions.
     */
    public Map<ListRequest<ParticipantStandingsQuery, StandingListKey>, List<StandingItem>> standingsOf(
            Collection<ListRequest<ParticipantStandingsQuery, StandingListKey>> lists) {
        Set<RankMetric> metrics = EnumSet.noneOf(RankMetric.class);
        lists.forEach(list -> metrics.addAll(requireNonNull(list.filter()).metrics()));
        var rankings = standingsOf.list(lists);
        Set<StandingQuery> queries = new LinkedHashSet<>();
        rankings.forEach((list, found) -> found.forEach(one -> queries.add(query(list, one, metrics))));
        Map<StandingQuery, StandingResult> results = standings(queries);
        Map<ListRequest<ParticipantStandingsQuery, StandingListKey>, List<StandingItem>> items = new HashMap<>();
        rankings.forEach((list, found) -> items.put(
                list,
                found.stream()
                        .map(one -> new StandingItem(
                                requireNonNull(results.get(query(list, one, metrics))).standings().stream()
                                        .findFirst()
                                        .orElse(null),
                                one.key()))
                        .toList()));
        return items;
    }

    private static StandingQuery query(
            ListRequest<ParticipantStandingsQuery, StandingListKey> list,
            ParticipantRanking of,
            Set<RankMetric> metrics) {
        return new ParticipantQuery(of.ranking(), requireNonNull(list.filter()).participant(), metrics);
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
