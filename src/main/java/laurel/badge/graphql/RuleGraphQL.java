package laurel.badge.graphql;

import static java.util.Objects.requireNonNull;

import graphql.schema.DataFetchingEnvironment;
import graphql.schema.idl.RuntimeWiring;
import jakarta.inject.Singleton;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Collectors;
import laurel.badge.BadgeRule;
import laurel.graphql.Binding;
import laurel.graphql.Fields;
import laurel.graphql.Loaders;
import laurel.graphql.RequestContext;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.LeaderboardGroup;
import laurel.leaderboard.graphql.LeaderboardGraphQL;
import laurel.scoring.policy.ScoringPolicies;
import laurel.scoring.policy.ScoringPolicy;
import laurel.streak.Streak;
import laurel.streak.Streaks;
import laurel.window.LeaderboardWindowDefinition;
import org.dataloader.DataLoaderRegistry;
import org.jspecify.annotations.Nullable;

/** Binds what {@code badge.graphqls} contains of rules. */
@Singleton
class RuleGraphQL implements Binding {
    private static final String STREAK = "streakOfRule";
    private static final String POLICY = "scoringPolicyOfRule";

    private final Streaks streaks;
    private final ScoringPolicies policies;

    RuleGraphQL(Streaks streaks, ScoringPolicies policies) {
        this.streaks = streaks;
        this.policies = policies;
    }

    @Override
    public void register(DataLoaderRegistry loaders, RequestContext request) {
        Loaders.register(
                loaders,
                STREAK,
                (Set<String> keys) -> found(keys, key -> streaks.byKey(request.app(), key), Streak::key));
        Loaders.register(
                loaders,
                POLICY,
                (Set<String> keys) -> found(keys, key -> policies.byKey(request.app(), key), ScoringPolicy::key));
    }

    private static <T> Map<String, T> found(
            Set<String> keys, Function<String, Optional<T>> find, Function<T, String> key) {
        return keys.stream()
                .flatMap(one -> find.apply(one).stream())
                .collect(Collectors.toMap(key, Function.identity()));
    }

    @Override
    public void bind(RuntimeWiring.Builder wiring) {
        wiring.type(rule("RankAtCloseRule")
                        .fetched("leaderboard", (rule, env) -> board(rule, env))
                        .fetched("windowDefinition", RuleGraphQL::definition)
                        .field("maxRank", BadgeRule::rankAtMost)
                        .field("topFraction", rule -> text(rule.topFraction()))
                        .fetched("group", (rule, env) -> board(rule, env)
                                .thenApply(board ->
                                        board == null ? null : LeaderboardGroup.of(board.id(), rule.ranked()))))
                .type(rule("StreakRule")
                        .fetched("streak", (rule, env) -> Loaders.load(env, STREAK, rule.streak()))
                        .field("minLength", rule -> requireNonNull(rule.atLeast())
                                .intValueExact()))
                .type(rule("ScoreRule")
                        .fetched("leaderboard", (rule, env) -> board(rule, env))
                        .fetched("windowDefinition", RuleGraphQL::definition)
                        .field("minScore", rule -> text(rule.atLeast())))
                .type(rule("CounterRule")
                        .fetched("scoringPolicy", (rule, env) -> Loaders.load(env, POLICY, rule.policy()))
                        .field("counterName", BadgeRule::counter)
                        .field("minCount", rule -> text(rule.atLeast()))
                        .field("dayCount", BadgeRule::days))
                .type(rule("PeersRule")
                        .fetched("scoringPolicy", (rule, env) -> Loaders.load(env, POLICY, rule.policy()))
                        .field("minPeerCount", rule -> requireNonNull(rule.atLeast())
                                .intValueExact())
                        .field("dayCount", BadgeRule::days))
                .type(rule("ManualRule"));
    }

    private static Fields<BadgeRule> rule(String type) {
        return Fields.<BadgeRule>of(type).field("kind", BadgeRule::kind);
    }

    private static CompletableFuture<@Nullable Leaderboard> board(BadgeRule rule, DataFetchingEnvironment environment) {
        return LeaderboardGraphQL.existing(environment, List.of(requireNonNull(rule.leaderboard())))
                .thenApply(found -> found.isEmpty() ? null : found.getFirst());
    }

    private static CompletableFuture<@Nullable LeaderboardWindowDefinition> definition(
            BadgeRule rule, DataFetchingEnvironment environment) {
        String key = requireNonNull(rule.definition());
        return board(rule, environment)
                .thenApply(board -> board == null ? null : LeaderboardWindowDefinition.of(board, key));
    }

    private static @Nullable String text(@Nullable BigDecimal number) {
        return number == null ? null : number.toPlainString();
    }
}
