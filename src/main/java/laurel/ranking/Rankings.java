package laurel.ranking;

import static java.util.Objects.requireNonNull;

import jakarta.inject.Singleton;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Jdbi;

/** Answers who stands where. */
@Singleton
public class Rankings {
    private final Jdbi jdbi;
    private final RankingRepository repository;
    private final StandingRepository standings;
    private final CountRepository counts;

    Rankings(Jdbi jdbi, RankingRepository repository, StandingRepository standings, CountRepository counts) {
        this.jdbi = jdbi;
        this.repository = repository;
        this.standings = standings;
        this.counts = counts;
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

    /** The answers to these questions, each of which has one. */
    Map<Question, Found> found(Collection<Question> questions) {
        List<Question> asked = List.copyOf(questions);
        Map<Integer, List<StandingRow>> rows = jdbi.withHandle(handle -> standings.answer(handle, asked)).stream()
                .collect(Collectors.groupingBy(StandingRow::ask));
        Map<Question, Found> found = new HashMap<>();
        for (int ask = 0; ask < asked.size(); ask++) {
            found.put(asked.get(ask), Found.of(asked.get(ask), rows.getOrDefault(ask, List.of())));
        }
        return found;
    }

    /** How many these are, each of them. */
    Map<Tally, Integer> counted(Collection<Tally> tallies) {
        List<Tally> asked = List.copyOf(tallies);
        Map<Integer, Long> numbers = jdbi.withHandle(handle -> counts.answer(handle, asked));
        Map<Tally, Integer> counted = new HashMap<>();
        for (int ask = 0; ask < asked.size(); ask++) {
            counted.put(asked.get(ask), Math.toIntExact(requireNonNull(numbers.get(ask))));
        }
        return counted;
    }
}
