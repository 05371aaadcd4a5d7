package laurel.ranking.graphql;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Set;
import laurel.graphql.Input;
import laurel.graphql.PageSize;
import laurel.participant.ParticipantRef;
import laurel.ranking.Question;
import laurel.ranking.Question.Among;
import laurel.ranking.Question.Around;
import laurel.ranking.Question.AtPercentile;
import laurel.ranking.Question.AtPosition;
import laurel.ranking.Question.Neighbours;
import laurel.ranking.RankMetric;
import laurel.ranking.Ranking;
import laurel.request.RequestErrorCode;
import laurel.request.RequestException;

/** Reads the arguments of the questions that a ranking answers; invalid ones throw a RequestException. */
final class QuestionInput {
    private QuestionInput() {}

    static Question standing(ParticipantRef who, Ranking ranking, Set<RankMetric> figures) {
        return new Among(ranking, List.of(who), figures);
    }

    static Around around(ParticipantRef who, Input input, Ranking ranking, PageSize pageSize, Set<RankMetric> figures) {
        return new Around(ranking, who, neighbours(input, pageSize), figures);
    }

    static Neighbours neighbours(Input input, PageSize pageSize) {
        return new Neighbours(
                pageSize.checkedHalf("above", input.integer("above")),
                pageSize.checkedHalf("below", input.integer("below")),
                input.truth("fill"));
    }

    static Question standingsOf(
            List<ParticipantRef> named, Ranking ranking, PageSize pageSize, Set<RankMetric> figures) {
        return new Among(ranking, participants(named, pageSize), figures);
    }

    /** Those who are named, each once. */
    static List<ParticipantRef> participants(List<ParticipantRef> named, PageSize pageSize) {
        List<ParticipantRef> who = named.stream().distinct().toList();
        pageSize.checkedCount("participants", who.size());
        return who;
    }

    static Question standingAt(Input input, Ranking ranking, Set<RankMetric> figures) {
        Input place = input.object("place");
        Integer position = place.optionalInteger("position");
        return position == null
                ? new AtPercentile(ranking, checked(requireNonNull(place.optionalDouble("percentile"))), figures)
                : new AtPosition(ranking, PageSize.inRange("position", position, 1, Integer.MAX_VALUE), figures);
    }

    private static double checked(double percentile) {
        if (percentile >= 0 && percentile <= 100) {
            return percentile;
        }
        throw new RequestException(RequestErrorCode.INVALID_ARGUMENT, "`percentile` must be between 0 and 100.");
    }
}
