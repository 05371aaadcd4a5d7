package laurel.ranking;

import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import laurel.graphql.AnswerBudget;
import laurel.graphql.Gathered;

/**
 * Answers questions of many requests together, where they are alike: then the statement that answers them has the text
 * that it has for one of them, and is planned already.
 */
final class GatheredQuestions {
    /** Entries that one statement may find. */
    private static final int MANY = 5_000;

    private final Function<Set<Question>, Map<Question, Found>> answers;
    private final Gathered<Alike, Question, Found> gathered;

    GatheredQuestions(Function<Set<Question>, Map<Question, Found>> answers) {
        this.answers = answers;
        this.gathered = new Gathered<>((alike, questions) -> answers.apply(questions), GatheredQuestions::size);
    }

    /** What questions that are gathered have in common. */
    private record Alike(Class<?> kind, String entryTable, RankSource source, Set<Figure> figures) {
        static Alike of(Question question) {
            Ranking ranking = question.ranking();
            return new Alike(question.getClass(), ranking.entryTable(), RankSource.of(ranking), question.figures());
        }
    }

    /** @param budget of the answer that they are asked for */
    Map<Question, Found> found(Set<Question> questions, AnswerBudget budget) {
        return size(questions) > MANY ? inParts(questions, budget) : found(questions);
    }

    /** What is found is charged after each part, so that a request that asks for too much ends after a few. */
    private Map<Question, Found> inParts(Set<Question> questions, AnswerBudget budget) {
        // Before there is a connection: whoever waits needs none.
        budget.grow();
        Map<Question, Found> found = new HashMap<>();
        Set<Question> part = new LinkedHashSet<>();
        int size = 0;
        for (Iterator<Question> all = questions.iterator(); all.hasNext(); ) {
            Question question = all.next();
            part.add(question);
            size += question.size();
            if (size > MANY || !all.hasNext()) {
                Map<Question, Found> answered = answers.apply(part);
                budget.hold(
                        answered.values().stream().mapToLong(Found::textBytes).sum());
                found.putAll(answered);
                part = new LinkedHashSet<>();
                size = 0;
            }
        }
        return found;
    }

    private Map<Question, Found> found(Set<Question> questions) {
        Alike alike = Alike.of(questions.iterator().next());
        return questions.stream().allMatch(question -> Alike.of(question).equals(alike))
                ? gathered.load(alike, questions)
                : answers.apply(questions);
    }

    private static int size(Set<Question> questions) {
        return questions.stream().mapToInt(Question::size).sum();
    }
}
