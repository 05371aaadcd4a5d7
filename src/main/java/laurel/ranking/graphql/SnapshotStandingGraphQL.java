package laurel.ranking.graphql;

import static java.util.concurrent.CompletableFuture.completedFuture;

import graphql.schema.DataFetchingEnvironment;
import graphql.schema.idl.RuntimeWiring;
import jakarta.inject.Singleton;
import java.util.concurrent.CompletableFuture;
import laurel.graphql.Binding;
import laurel.graphql.Fields;
import laurel.graphql.NodeSource;
import laurel.graphql.node.NodeId;
import laurel.participant.graphql.ParticipantGraphQL;
import laurel.ranking.snapshot.SnapshotQuery.ParticipantQuery;
import laurel.ranking.snapshot.SnapshotResult;
import laurel.ranking.snapshot.SnapshotStanding;
import laurel.ranking.snapshot.SnapshotStanding.FinalStanding;
import laurel.ranking.snapshot.SnapshotStanding.PastStanding;
import laurel.ranking.snapshot.SnapshotStanding.RelativeSnapshotStanding;
import org.jspecify.annotations.Nullable;

/** Binds the standings of {@code snapshot.graphqls}. */
@Singleton
class SnapshotStandingGraphQL implements Binding, NodeSource {
    private static final String TYPE = "FinalStanding";

    private final SnapshotGraphQL rankings;

    SnapshotStandingGraphQL(SnapshotGraphQL rankings) {
        this.rankings = rankings;
    }

    @Override
    public void bind(RuntimeWiring.Builder wiring) {
        wiring.type(SnapshotStandingGraphQL.<FinalStanding>standing(TYPE)
                        .idOnBoard(
                                s -> SnapshotGraphQL.board(s.ranking()),
                                s -> s.ranking().ranking().id(),
                                s -> s.ranking().revision(),
                                s -> s.row().participantId()))
                .type(SnapshotStandingGraphQL.<PastStanding>standing("PastStanding"))
                .type(relative("RelativeFinalStanding"))
                .type(relative("RelativePastStanding"));
    }

    private static <T extends SnapshotStanding> Fields<T> standing(String type) {
        return Fields.<T>of(type)
                .fetched(
                        "participant",
                        (s, env) -> ParticipantGraphQL.load(env, s.row().participantId()))
                .field("score", SnapshotStanding::score)
                .field("subscore", SnapshotStanding::subscore)
                .field("achievedAt", s -> s.row().achievedAt())
                .field("metadata", s -> s.row().metadata())
                .field("rank", s -> s.row().rank())
                .field("denseRank", s -> s.row().denseRank())
                .field("position", s -> s.row().position())
                .field("percentRank", s -> s.row().percentRank())
                .field("percentile", s -> s.row().ranks().percentile())
                .field("cumeDist", s -> s.row().cumeDist());
    }

    private static Fields<RelativeSnapshotStanding> relative(String type) {
        return Fields.<RelativeSnapshotStanding>of(type)
                .field("rank", s -> s.ranks().rank())
                .field("denseRank", s -> s.ranks().denseRank())
                .field("position", s -> s.ranks().position())
                .field("standing", RelativeSnapshotStanding::standing);
    }

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    public CompletableFuture<@Nullable SnapshotStanding> node(DataFetchingEnvironment env, NodeId id) {
        return rankings.node(env, id)
                .thenCompose(ranking -> ranking == null
                        ? completedFuture(null)
                        : SnapshotGraphQL.find(env, new ParticipantQuery(ranking, id.number(2)))
                                .thenApply(SnapshotResult::only));
    }
}
