package laurel.ranking;

import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import laurel.request.LookupBatcher;

/**
 * Answers questions of many requests together, where they are alike: then the statement that answers them has the text
 * that it has for one of them, and is planned already.
 */
public final class GatheredQuestions {
    private final Function<Set<Question>, Map<Question, RankingAnswer>> answers;
    private final LookupBatcher<Alike, Question, RankingAnswer> gathered;

    public GatheredQuestions(Function<Set<Question>, Map<Question, RankingAnswer>> answers) {
        this.answers = answers;
        this.gathered = new LookupBatcher<>((alike, questions) -> answers.apply(questions), GatheredQuestions::size);
    }

    /** What questions that are gathered have in common. */
    private record Alike(Class<?> kind, String entryTable, RankSource source, Set<RankMetric> figures) {
        static Alike of(Question question) {
            Ranking ranking = question.ranking();
            return new Alike(question.getClass(), ranking.entryTable(), RankSource.of(ranking), question.figures());
        }
    }

    public Map<Question, RankingAnswer> found(Set<Question> questions) {
        Alike alike = Alike.of(questions.iterator().next());
        return questions.stream().allMatch(question -> Alike.of(question).equals(alike))
                ? gathered.load(alike, questions)
                : answers.apply(questions);
    }

    private static int size(Set<Question> questions) {
        return questions.stream().mapToInt(Question::size).sum();
    }
}
