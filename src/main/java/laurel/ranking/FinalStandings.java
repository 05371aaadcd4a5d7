package laurel.ranking;

import static java.util.Comparator.comparingInt;

import jakarta.inject.Singleton;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Answers who stood where when windows became final. */
@Singleton
class FinalStandings {
    private final FinalStandingRepository repository;

    FinalStandings(FinalStandingRepository repository) {
        this.repository = repository;
    }

    /** Those of these that there are. */
    Map<FinalQuestion.Of, FinalRanking> rankings(Collection<FinalQuestion.Of> asked) {
        return repository.rankings(List.copyOf(asked));
    }

    /** Whom these questions find, best first; each has an answer. */
    Map<FinalQuestion, List<FinalStanding>> found(Collection<FinalQuestion> questions) {
        List<FinalQuestion> asked = List.copyOf(questions);
        var rows = repository.standings(asked);
        Map<FinalQuestion, List<FinalStanding>> found = new HashMap<>();
        for (int ask = 0; ask < asked.size(); ask++) {
            Ranking ranking = asked.get(ask).ranking().ranking();
            List<FinalStanding> standings = rows.getOrDefault(ask, List.of()).stream()
                    .map(row -> row.of(ranking))
                    .sorted(comparingInt(FinalStanding::position))
                    .toList();
            found.put(asked.get(ask), standings);
        }
        return found;
    }
}
