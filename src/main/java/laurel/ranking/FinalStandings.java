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
        var rows = repository.standings(questions);
        Map<FinalQuestion, List<FinalStanding>> found = new HashMap<>();
        for (FinalQuestion question : questions) {
            List<FinalStanding> standings = rows.getOrDefault(question, List.of()).stream()
                    .map(row -> row.of(question.ranking().ranking()))
                    .sorted(comparingInt(FinalStanding::position))
                    .toList();
            found.put(question, standings);
        }
        return found;
    }
}
