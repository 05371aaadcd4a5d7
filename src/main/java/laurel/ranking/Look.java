package laurel.ranking;

import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Stream;
import laurel.index.EntryPlace;
import laurel.ranking.Question.OfPage;

/**
 * What is to be read of a ranking by who follows it.
 *
 * @param top          how many from the best down; 0 is none
 * @param participants whose standings, with rank, position and total
 * @param whole        whose standings, with all that a standing tells
 * @param scores       places of which is asked how many scores are better
 */
public record Look(Ranking ranking, int top, Set<Long> participants, Set<Long> whole, Set<EntryPlace> scores) {
    private static final Set<Figure> ALL = EnumSet.allOf(Figure.class);
    private static final Set<Figure> PLACE = EnumSet.of(Figure.BETTER, Figure.BEFORE, Figure.TOTAL);

    Stream<Question> questions() {
        return Stream.concat(
                top == 0 ? Stream.empty() : Stream.of(page()), Stream.concat(of(participants, PLACE), of(whole, ALL)));
    }

    Stream<Count> counts() {
        return Stream.concat(
                Stream.of(new Count.OfAll(ranking)), scores.stream().map(this::better));
    }

    Question page() {
        return new OfPage(ranking, new Page(Page.End.BEST, StandingFilter.ALL, top, null, false, null), ALL);
    }

    Count better(EntryPlace score) {
        return new Count.OfBetter(ranking, score.sortKey(), score.subscoreKey());
    }

    private Stream<Question> of(Set<Long> who, Set<Figure> figures) {
        return who.stream().map(id -> new Question.Of(ranking, id, figures));
    }
}
