package laurel.ranking.graphql;

import graphql.schema.idl.RuntimeWiring;
import jakarta.inject.Singleton;
import laurel.graphql.Binding;
import laurel.graphql.Fields;
import laurel.graphql.Input;
import laurel.graphql.Mutations;
import laurel.graphql.RequestContext;
import laurel.leaderboard.LeaderboardGroup;
import laurel.ranking.check.CheckRankingsResult.WrongRanking;
import laurel.ranking.check.RankingCheckWork;
import laurel.window.graphql.WindowGraphQL;

/** Binds {@code check.graphqls}. */
@Singleton
class RankingCheckGraphQL implements Binding {
    private final RankingCheckWork work;

    RankingCheckGraphQL(RankingCheckWork work) {
        this.work = work;
    }

    @Override
    public void bind(RuntimeWiring.Builder wiring) {
        wiring.type(new Mutations().input("checkRankings", this::start))
                .type(Fields.<WrongRanking>of("WrongRanking")
                        .fetched("window", (ranking, env) -> WindowGraphQL.load(env, ranking.windowId()))
                        .field("group", ranking -> LeaderboardGroup.of(ranking.leaderboardId(), ranking.group())));
    }

    private Object start(RequestContext request, Input input) {
        return work.start(
                request.app(),
                input.optionalString("leaderboardKey"),
                Boolean.TRUE.equals(input.values().get("repair")),
                request.now());
    }
}
