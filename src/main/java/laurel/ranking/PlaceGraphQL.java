package laurel.ranking;

import graphql.schema.DataFetchingFieldSelectionSet;
import graphql.schema.idl.TypeRuntimeWiring;
import java.util.EnumSet;
import java.util.Set;
import laurel.graphql.Fields;
import laurel.participant.ParticipantGraphQL;

/** What the schema's Standing tells of its place, and what must be found out for that. */
final class PlaceGraphQL {
    private PlaceGraphQL() {}

    static TypeRuntimeWiring.Builder wiring() {
        return Fields.<Standing>of("Standing")
                .fetched("participant", (s, env) -> ParticipantGraphQL.load(env, s.participantId()))
                .field("score", s -> s.ranking().scores().format(s.score()))
                .field("rank", s -> s.ranks().rank())
                .field("denseRank", s -> s.ranks().denseRank())
                .field("position", s -> s.ranks().position())
                .field("percentRank", s -> s.ranks().percentRank())
                .field("percentile", s -> s.ranks().percentile())
                .field("total", s -> s.ranks().total())
                .wiring();
    }

    /** What must be found out for the fields selected below a prefix. */
    static Set<Figure> figures(DataFetchingFieldSelectionSet selected, String prefix) {
        Set<Figure> figures = EnumSet.noneOf(Figure.class);
        if (selected.containsAnyOf(prefix + "rank", prefix + "percentRank", prefix + "percentile")) {
            figures.add(Figure.BETTER);
        }
        if (selected.containsAnyOf(prefix + "percentRank", prefix + "percentile", prefix + "total")) {
            figures.add(Figure.TOTAL);
        }
        if (selected.contains(prefix + "denseRank")) {
            figures.add(Figure.BETTER_DISTINCT);
        }
        if (selected.contains(prefix + "position")) {
            figures.add(Figure.BEFORE);
        }
        if (selected.contains(prefix + "pointsToNextRank")) {
            figures.add(Figure.AHEAD);
        }
        return figures;
    }
}
