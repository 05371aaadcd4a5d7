package laurel.ranking;

import static java.util.concurrent.CompletableFuture.completedFuture;

import graphql.schema.DataFetchingEnvironment;
import graphql.schema.idl.RuntimeWiring;
import jakarta.inject.Singleton;
import java.util.concurrent.CompletableFuture;
import laurel.graphql.Binding;
import laurel.graphql.Fields;
import laurel.graphql.NodeId;
import laurel.graphql.NodeSource;
import laurel.participant.ParticipantGraphQL;
import laurel.ranking.FixedQuestion.Of;
import laurel.ranking.FixedStanding.FinalStanding;
import laurel.ranking.FixedStanding.PastStanding;
import laurel.ranking.FixedStanding.Relative;
import org.jspecify.annotations.Nullable;

/** Binds the standings of {@code final.graphqls}. */
@Singleton
class FixedStandingGraphQL implements Binding, NodeSource {
    private static final String TYPE = "FinalStanding";

    private final FixedRankingGraphQL rankings;

    FixedStandingGraphQL(FixedRankingGraphQL rankings) {
        this.rankings = rankings;
    }

    @Override
    public void bind(RuntimeWiring.Builder wiring) {
        wiring.type(FixedStandingGraphQL.<FinalStanding>standing(TYPE)
                        .idOnBoard(
                                s -> FixedRankingGraphQL.board(s.ranking()),
                                s -> s.ranking().ranking().id(),
                                s -> s.ranking().revision(),
                                s -> s.row().participantId()))
                .type(FixedStandingGraphQL.<PastStanding>standing("PastStanding"))
                .type(relative("RelativeFinalStanding"))
                .type(relative("RelativePastStanding"));
    }

    private static <T extends FixedStanding> Fields<T> standing(String type) {
        return Fields.<T>of(type)
                .fetched(
                        "participant",
                        (s, env) -> ParticipantGraphQL.load(env, s.row().participantId()))
                .field("score", FixedStanding::score)
                .field("subscore", FixedStanding::subscore)
                .field("achievedAt", s -> s.row().achievedAt())
                .field("metadata", s -> s.row().metadata())
                .field("rank", s -> s.row().rank())
                .field("denseRank", s -> s.row().denseRank())
                .field("position", s -> s.row().position())
                .field("percentRank", s -> s.row().percentRank())
                .field("percentile", s -> s.row().ranks().percentile())
                .field("cumeDist", s -> s.row().cumeDist());
    }

    private static Fields<Relative> relative(String type) {
        return Fields.<Relative>of(type)
                .field("rank", s -> s.ranks().rank())
                .field("denseRank", s -> s.ranks().denseRank())
                .field("position", s -> s.ranks().position())
                .field("standing", Relative::standing);
    }

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    public CompletableFuture<@Nullable FixedStanding> node(DataFetchingEnvironment env, NodeId id) {
        return rankings.node(env, id)
                .thenCompose(ranking -> ranking == null
                        ? completedFuture(null)
                        : FixedRankingGraphQL.find(env, new Of(ranking, id.number(2)))
                                .thenApply(FixedFound::only));
    }
}
