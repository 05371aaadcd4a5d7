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
import laurel.ranking.CountRepository.Count;
import laurel.ranking.RankingRepository.WindowGrouping;
import laurel.ranking.graphql.RankingNode;
import laurel.request.ListRequest;
import laurel.request.Text;
import laurel.window.RankingKey;
import laurel.window.Windows;
import org.jspecify.annotations.Nullable;

/** Answers who stands where. */
@Singleton
public class Rankings {
    /** A moment adds some seven partitions to a statement, and the server's room for locks is small. */
    private static final int MOST_MOMENTS = 10;

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

    /** Those of these rankings that exist; those of other apps are absent. */
    public Map<RankingKey, Ranking> byKeys(int app, Collection<RankingKey> keys) {
        List<RankingKey> possible =
                keys.stream().filter(key -> possible(key.group())).toList();
        return repository.byKeys(app, possible);
    }

    /** The same; those that do not exist yet, although their windows do, are empty, if an ID can name them. */
    public Map<RankingKey, Ranking> orEmpty(int app, Collection<RankingKey> keys) {
        Map<RankingKey, Ranking> found = new HashMap<>(byKeys(app, keys));
        List<RankingKey> missing = keys.stream()
                .filter(key -> !found.containsKey(key) && RankingNode.named(key.group()) && possible(key.group()))
                .toList();
        if (!missing.isEmpty()) {
            found.putAll(Numbered.map(missing, repository.listEmpty(app, missing)));
        }
        return found;
    }

    /** The same of any app, as the caller's transaction sees them. */
    public Map<RankingKey, Ranking> byKeys(Collection<RankingKey> keys) {
        List<RankingKey> possible =
                keys.stream().filter(key -> possible(key.group())).toList();
        return possible.isEmpty() ? Map.of() : repository.byKeys(null, possible);
    }

    /**
     * What these looks find in the snapshot of the caller's transaction, each of which finds something: a statement for each
     * kind of question and each partition.
     */
    public Map<RankingRead, RankingRead.Seen> seen(Collection<RankingRead> looks) {
        Map<Question, RankingAnswer> found =
                found(looks.stream().flatMap(RankingRead::questions).distinct().toList(), PartitionedQuery.oneByOne());
        Map<Count, Integer> counted =
                counted(looks.stream().flatMap(RankingRead::counts).distinct().toList(), PartitionedQuery.oneByOne());
        return looks.stream()
                .distinct()
                .collect(toMap(Function.identity(), look -> RankingRead.Seen.of(look, found::get, counted::get)));
    }

    /** The rankings of each of these lists, in their order. */
    public Map<ListRequest<WindowGrouping, @Nullable Group>, List<Ranking>> ofGroupings(
            int app, Set<ListRequest<WindowGrouping, @Nullable Group>> lists) {
        return repository.ofGroupings(app, List.copyOf(lists));
    }

    /** What movement in these rankings is measured against; absent where there was no window before. */
    public Map<Ranking, RankingRepository.Previous> previous(Collection<Ranking> rankings) {
        return repository.previous(List.copyOf(rankings));
    }

    /** Whether there could be such a group: PostgreSQL cannot even be asked for some texts. */
    private static boolean possible(Group group) {
        return group.values().values().stream().allMatch(value -> Text.isLine(value, Group.MAX_VALUE));
    }

    /** The rankings of these ids, by id; unknown ids and those of other apps are absent. */
    public Map<Long, Ranking> byIds(int app, Collection<Long> ids) {
        return repository.byIds(app, ids).stream().collect(Collectors.toMap(Ranking::id, Function.identity()));
    }

    /** The answers to these questions, each of which has one. */
    public Map<Question, RankingAnswer> found(Collection<Question> questions) {
        return sql.connected(() -> found(List.copyOf(questions), new PartitionedQuery()));
    }

    private Map<Question, RankingAnswer> found(List<Question> asked, PartitionedQuery query) {
        Map<Integer, List<StandingRow>> rows =
                standings.answer(asked, query).stream().collect(groupingBy(StandingRow::ask));
        Map<Question, RankingAnswer> found = new HashMap<>();
        for (int ask = 0; ask < asked.size(); ask++) {
            found.put(asked.get(ask), RankingAnswer.of(asked.get(ask), rows.getOrDefault(ask, List.of())));
        }
        return found;
    }

    /** The pages asked for, and of each the item behind it; each question has an answer. */
    public Map<ParticipantStandings, List<ParticipantStandings.Item>> standingsOf(
            Collection<ParticipantStandings> asked) {
        Map<ParticipantStandings, List<ParticipantStandings.Item>> found = new HashMap<>();
        asked.forEach(of -> found.put(of, List.of()));
        List<Instant> moments =
                asked.stream().map(ParticipantStandings::moment).distinct().toList();
        for (int from = 0; from < moments.size(); from += MOST_MOMENTS) {
            Set<Instant> some = Set.copyOf(moments.subList(from, Math.min(moments.size(), from + MOST_MOMENTS)));
            List<String> tables = windows.entryTables(some);
            List<ParticipantStandings> part =
                    asked.stream().filter(of -> some.contains(of.moment())).toList();
            if (!tables.isEmpty()) {
                found.putAll(standingsOf.answer(part, tables));
            }
        }
        return found;
    }

    /** How many these are, each of them. */
    public Map<Count, Integer> counted(Collection<Count> wanted) {
        return sql.connected(() -> counted(List.copyOf(wanted), new PartitionedQuery()));
    }

    private Map<Count, Integer> counted(List<Count> asked, PartitionedQuery query) {
        Map<Integer, Long> numbers = counts.answer(asked, query);
        Map<Count, Integer> counted = new HashMap<>();
        for (int ask = 0; ask < asked.size(); ask++) {
            counted.put(asked.get(ask), Math.toIntExact(requireNonNull(numbers.get(ask))));
        }
        return counted;
    }
}
