package laurel.summary;

import graphql.schema.DataFetchingEnvironment;
import graphql.schema.idl.RuntimeWiring;
import jakarta.inject.Singleton;
import java.util.concurrent.CompletableFuture;
import laurel.badge.BadgeGraphQL;
import laurel.graphql.Binding;
import laurel.graphql.Fields;
import laurel.participant.ParticipantGraphQL;
import laurel.participant.ParticipantRef;
import laurel.ranking.RankingGraphQL;
import laurel.streak.StreakGraphQL;
import org.jspecify.annotations.Nullable;

/** Binds {@code summary.graphqls}. */
@Singleton
class SummaryGraphQL implements Binding {
    private final RankingGraphQL rankings;
    private final BadgeGraphQL badges;

    SummaryGraphQL(RankingGraphQL rankings, BadgeGraphQL badges) {
        this.rankings = rankings;
        this.badges = badges;
    }

    @Override
    public void bind(RuntimeWiring.Builder wiring) {
        wiring.type("Query", type -> type.dataFetcher("me", SummaryGraphQL::me))
                .type(Fields.<Summary>of("Summary")
                        .fetched("standings", (summary, env) -> rankings.today(summary.participant(), env))
                        .fetched("streaks", (summary, env) -> StreakGraphQL.ofParticipant(summary.participant(), env))
                        .fetched("badges", (summary, env) -> badges.ofParticipant(summary.participant(), env)));
    }

    private static CompletableFuture<@Nullable Summary> me(DataFetchingEnvironment environment) {
        ParticipantRef participant = ParticipantGraphQL.ref(environment, "participant");
        return ParticipantGraphQL.load(environment, participant)
                .thenApply(found -> found == null ? null : new Summary(found));
    }
}
