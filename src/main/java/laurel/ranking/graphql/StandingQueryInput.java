package laurel.ranking.graphql;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Set;
import laurel.graphql.Input;
import laurel.graphql.PageSize;
import laurel.participant.ParticipantRef;
import laurel.ranking.RankMetric;
import laurel.ranking.Ranking;
import laurel.ranking.StandingQuery;
import laurel.ranking.StandingQuery.AroundQuery;
import laurel.ranking.StandingQuery.Neighbours;
import laurel.ranking.StandingQuery.ParticipantsQuery;
import laurel.ranking.StandingQuery.PercentileQuery;
import laurel.ranking.StandingQuery.PositionQuery;
import laurel.request.RequestErrorCode;
import laurel.request.RequestException;

/** Reads the arguments of standing queries. Throws a RequestException if they are invalid. */
final class StandingQueryInput {
    private StandingQueryInput() {}

    static StandingQuery standing(ParticipantRef participant, Ranking ranking, Set<RankMetric> metrics) {
        return new ParticipantsQuery(ranking, List.of(participant), metrics);
    }

    static AroundQuery around(
            ParticipantRef participant, Input input, Ranking ranking, PageSize pageSize, Set<RankMetric> metrics) {
        return new AroundQuery(ranking, participant, neighbours(input, pageSize), metrics);
    }

    static Neighbours neighbours(Input input, PageSize pageSize) {
        return new Neighbours(
                pageSize.checkedHalf("above", input.integer("above")),
                pageSize.checkedHalf("below", input.integer("below")),
                input.truth("fill"));
    }

    static StandingQuery standingsOf(
            List<ParticipantRef> named, Ranking ranking, PageSize pageSize, Set<RankMetric> metrics) {
        return new ParticipantsQuery(ranking, participants(named, pageSize), metrics);
    }

    /** The distinct participants. */
    static List<ParticipantRef> participants(List<ParticipantRef> named, PageSize pageSize) {
        List<ParticipantRef> participants = named.stream().distinct().toList();
        pageSize.checkedCount("participants", participants.size());
        return participants;
    }

    static StandingQuery standingAt(Input input, Ranking ranking, Set<RankMetric> metrics) {
        Input place = input.object("place");
        Integer position = place.optionalInteger("position");
        return position == null
                ? new PercentileQuery(ranking, checked(requireNonNull(place.optionalDouble("percentile"))), metrics)
                : new PositionQuery(ranking, PageSize.inRange("position", position, 1, Integer.MAX_VALUE), metrics);
    }

    private static double checked(double percentile) {
        if (percentile >= 0 && percentile <= 100) {
            return percentile;
        }
        throw new RequestException(RequestErrorCode.INVALID_ARGUMENT, "`percentile` must be between 0 and 100.");
    }
}
