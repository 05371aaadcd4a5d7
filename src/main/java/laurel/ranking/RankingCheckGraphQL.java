package laurel.ranking;

import graphql.schema.idl.RuntimeWiring;
import jakarta.inject.Singleton;
import java.util.List;
import laurel.graphql.Binding;
import laurel.graphql.Cursor;
import laurel.graphql.Fields;
import laurel.graphql.Input;
import laurel.graphql.Mutations;
import laurel.graphql.PageSize;
import laurel.graphql.RequestContext;
import laurel.leaderboard.LeaderboardGroup;
import laurel.ranking.RankingCheckRepository.Listed;
import laurel.ranking.RankingChecker.RankingCheck;
import laurel.ranking.RankingChecker.Wanted;
import laurel.window.WindowGraphQL;
import org.jspecify.annotations.Nullable;

/** Binds {@code check.graphqls}. */
@Singleton
class RankingCheckGraphQL implements Binding {
    private static final String LIST = "rankingChecks";

    private final RankingChecker checker;
    private final PageSize pageSize;

    RankingCheckGraphQL(RankingChecker checker, PageSize pageSize) {
        this.checker = checker;
        this.pageSize = pageSize;
    }

    /** What the schema calls RankingChecks. */
    record RankingChecks(
            List<RankingCheck> checks, @Nullable String endCursor) {}

    @Override
    public void bind(RuntimeWiring.Builder wiring) {
        wiring.type(new Mutations().input("checkRankings", this::check))
                .type(Fields.<RankingCheck>of("RankingCheck")
                        .fetched(
                                "window",
                                (check, env) ->
                                        WindowGraphQL.load(env, check.ranking().windowId()))
                        .field(
                                "group",
                                check -> LeaderboardGroup.of(
                                        check.ranking().leaderboardId(),
                                        check.ranking().group()))
                        .field("entries", check -> check.found().entries())
                        .field("blocks", check -> check.found().blocks())
                        .field("differences", check -> check.found().differences())
                        .field("examples", check -> check.found().examples()));
    }

    private Object check(RequestContext request, Input input) {
        request.requireOperator();
        int first = pageSize.checked("first", input.integer("first"));
        String after = input.optionalString("after");
        String leaderboard = input.optionalString("leaderboard");
        String list = LIST + ":" + request.app();
        long from = after == null ? 0 : Cursor.parse(after, list, key -> Long.valueOf(key.getFirst()));
        var wanted = new Wanted(request.app(), leaderboard, from, first + 1);
        return checks(wanted, input.truth("repair"), list);
    }

    private RankingChecks checks(Wanted wanted, boolean repair, String list) {
        List<Listed> found = checker.list(wanted);
        List<Listed> page = found.subList(0, Math.min(found.size(), wanted.size() - 1));
        List<RankingCheck> checks =
                page.stream().map(ranking -> checker.check(ranking, repair)).toList();
        String end = found.size() == page.size()
                ? null
                : new Cursor(list, List.of(Long.toString(page.getLast().id()))).text();
        return new RankingChecks(checks, end);
    }
}
