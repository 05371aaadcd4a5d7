package laurel.ranking;

import static java.util.Objects.requireNonNull;

import jakarta.inject.Singleton;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import laurel.participant.ParticipantRef;
import laurel.participant.Participants;
import org.jdbi.v3.core.Jdbi;

/** Answers who stands where. */
@Singleton
public class Rankings {
    private final Jdbi jdbi;
    private final Participants participants;
    private final RankingRepository repository;

    Rankings(Jdbi jdbi, Participants participants, RankingRepository repository) {
        this.jdbi = jdbi;
        this.participants = participants;
        this.repository = repository;
    }

    /** The rankings of everyone in these windows, by window id; windows of other apps are absent. */
    public Map<Long, Ranking> ofEveryone(int app, Collection<Long> windows) {
        return jdbi.withHandle(handle -> repository.ofEveryone(handle, app, windows)).stream()
                .collect(Collectors.toMap(Ranking::windowId, Function.identity()));
    }

    /** The ranking of this id; empty where the app has none. */
    public Optional<Ranking> byId(int app, long id) {
        return jdbi.withHandle(handle -> repository.byId(handle, app, id));
    }

    /** How many stand in each of these rankings. */
    public Map<Ranking, Integer> totals(Collection<Ranking> rankings) {
        Map<Long, Integer> totals = jdbi.withHandle(handle -> repository.totals(handle, rankings));
        return rankings.stream()
                .collect(Collectors.toMap(Function.identity(), ranking -> requireNonNull(totals.get(ranking.id()))));
    }

    /** The standings of a page, best first; empty beyond the end. */
    public List<Standing> page(Ranking ranking, Page page, Set<Count> counts) {
        List<StandingRow> rows = jdbi.withHandle(handle -> repository.page(handle, ranking, page, forSeveral(counts)));
        return Placing.of(ranking, rows);
    }

    /** Where a participant stands; empty where it has no entry. */
    public Optional<Standing> standing(Ranking ranking, ParticipantRef who, Set<Count> counts) {
        return !who.possible()
                ? Optional.empty()
                : jdbi.withHandle(handle -> repository.standing(handle, ranking, who, counts))
                        .map(row -> Placing.of(ranking, List.of(row)).getFirst());
    }

    /** A participant among its neighbours, best first; empty where it has no entry. */
    public List<Standing> around(Ranking ranking, ParticipantRef who, Neighbours wanted, Set<Count> counts) {
        if (!who.possible()) {
            return List.of();
        }
        return jdbi.withHandle(handle -> {
            Long self =
                    participants.known(handle, ranking.appId(), List.of(who)).get(who);
            if (self == null) {
                return List.of();
            }
            List<StandingRow> rows = repository.around(handle, ranking, self, wanted, forSeveral(counts));
            return wanted.of(Placing.of(ranking, rows), self);
        });
    }

    /** A rank after a tie is a position, so ranks of several need the count of entries before the first. */
    private static Set<Count> forSeveral(Set<Count> counts) {
        Set<Count> wanted = EnumSet.noneOf(Count.class);
        wanted.addAll(counts);
        if (wanted.contains(Count.BETTER)) {
            wanted.add(Count.BEFORE);
        }
        return wanted;
    }
}
