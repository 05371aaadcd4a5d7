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

/** Binds rules of {@code badge.graphqls}. */
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
                        .fetched("leaderboard", (rule, env) -> leaderboard(rule, env))
                        .fetched("windowDefinition", RuleGraphQL::definition)
                        .field("maxRank", BadgeRule::maxRank)
                        .field("topFraction", rule -> text(rule.topFraction()))
                        .field("grouping", BadgeRule::grouping)
                        .fetched("group", (rule, env) -> leaderboard(rule, env)
                                .thenApply(leaderboard -> leaderboard == null
                                        ? null
                                        : LeaderboardGroup.of(leaderboard.id(), rule.rankedGroup()))))
                .type(rule("StreakRule")
                        .fetched("streak", (rule, env) -> Loaders.load(env, STREAK, rule.streakKey()))
                        .field("minLength", rule -> requireNonNull(rule.threshold())
                                .intValueExact()))
                .type(rule("ScoreRule")
                        .fetched("leaderboard", (rule, env) -> leaderboard(rule, env))
                        .fetched("windowDefinition", RuleGraphQL::definition)
                        .field("minScore", rule -> text(rule.threshold())))
                .type(rule("CounterRule")
                        .fetched("scoringPolicy", (rule, env) -> Loaders.load(env, POLICY, rule.scoringPolicyKey()))
                        .field("counterName", BadgeRule::counterName)
                        .field("dayCount", BadgeRule::dayCount)
                        .field("minCount", rule -> text(rule.threshold())))
                .type(rule("PeersRule")
                        .fetched("scoringPolicy", (rule, env) -> Loaders.load(env, POLICY, rule.scoringPolicyKey()))
                        .field("dayCount", BadgeRule::dayCount)
                        .field("minPeerCount", rule -> requireNonNull(rule.threshold())
                                .intValueExact()))
                .type(rule("ManualRule"));
    }

    private static Fields<BadgeRule> rule(String type) {
        return Fields.<BadgeRule>of(type).field("kind", BadgeRule::kind);
    }

    private static CompletableFuture<@Nullable Leaderboard> leaderboard(
            BadgeRule rule, DataFetchingEnvironment environment) {
        return LeaderboardGraphQL.existing(environment, List.of(requireNonNull(rule.leaderboardKey())))
                .thenApply(found -> found.isEmpty() ? null : found.getFirst());
    }

    private static CompletableFuture<@Nullable LeaderboardWindowDefinition> definition(
            BadgeRule rule, DataFetchingEnvironment environment) {
        String key = requireNonNull(rule.windowDefinitionKey());
        return leaderboard(rule, environment)
                .thenApply(found -> found == null ? null : LeaderboardWindowDefinition.of(found, key));
    }

    private static @Nullable String text(@Nullable BigDecimal number) {
        return number == null ? null : number.toPlainString();
    }
}
