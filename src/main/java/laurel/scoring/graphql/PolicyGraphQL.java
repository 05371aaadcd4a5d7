package laurel.scoring.graphql;

import static java.util.Objects.requireNonNullElse;
import static java.util.function.Function.identity;
import static java.util.stream.Collectors.toMap;

import graphql.schema.DataFetchingEnvironment;
import graphql.schema.idl.RuntimeWiring;
import jakarta.inject.Singleton;
import java.time.LocalDate;
import java.util.List;
import java.util.Set;
import laurel.activity.burst.BurstRule;
import laurel.graphql.Binding;
import laurel.graphql.Fields;
import laurel.graphql.Input;
import laurel.graphql.ListPage;
import laurel.graphql.Loaders;
import laurel.graphql.Mutations;
import laurel.graphql.PageSize;
import laurel.graphql.RequestContext;
import laurel.graphql.ResponseBudget;
import laurel.leaderboard.LeaderboardFilter.ArchivedFilter;
import laurel.leaderboard.graphql.LeaderboardGraphQL;
import laurel.request.Connection;
import laurel.request.ListRequest;
import laurel.scoring.PolicyLifecycle;
import laurel.scoring.SocialPolicyInstaller;
import laurel.scoring.SocialPolicyInstaller.SocialPolicyOptions;
import laurel.scoring.day.RescoreDaysJob.RescoreDaysResult;
import laurel.scoring.policy.LateActivity;
import laurel.scoring.policy.Multiplier;
import laurel.scoring.policy.Pillar;
import laurel.scoring.policy.ScoreTerm;
import laurel.scoring.policy.ScoringPolicies;
import laurel.scoring.policy.ScoringPolicies.PolicyVersion;
import laurel.scoring.policy.ScoringPolicy;
import laurel.scoring.policy.ScoringPolicy.StoredActivation;
import laurel.scoring.policy.ScoringPolicyVersion;
import laurel.streak.graphql.DayRuleInput;
import laurel.streak.graphql.StreakGraphQL;
import org.dataloader.DataLoaderRegistry;
import org.jspecify.annotations.Nullable;

/** Binds {@code policy.graphqls}. */
@Singleton
public class PolicyGraphQL implements Binding {
    private static final String TYPE = "ScoringPolicy";

    /** Source of the fields of {@code Pillar}. */
    private record PillarSource(ScoringPolicyVersion version, Pillar pillar) {}

    /** Source of the fields of {@code Multiplier}. */
    private record MultiplierSource(
            Multiplier multiplier, @Nullable Long streakId) {}

    private record ScoringPolicyActivation(@Nullable LocalDate startDate, ScoringPolicyVersion version) {}

    private final ScoringPolicies policies;
    private final PolicyLifecycle lifecycle;
    private final SocialPolicyInstaller social;
    private final PageSize pageSize;

    PolicyGraphQL(
            ScoringPolicies policies, PolicyLifecycle lifecycle, SocialPolicyInstaller social, PageSize pageSize) {
        this.policies = policies;
        this.lifecycle = lifecycle;
        this.social = social;
        this.pageSize = pageSize;
    }

    @Override
    public void register(DataLoaderRegistry loaders, RequestContext request) {
        Loaders.registerLong(loaders, TYPE, (Set<Long> ids) -> policies.ofApp(request.app()).stream()
                .filter(policy -> ids.contains((long) policy.id()))
                .collect(toMap(policy -> (long) policy.id(), identity())));
    }

    @Override
    public void bind(RuntimeWiring.Builder wiring) {
        wiring.type("Query", type -> type.dataFetcher("scoringPolicies", this::list)
                        .dataFetcher("scoringPolicy", this::byKey))
                .type(new Mutations()
                        .input(
                                "createScoringPolicy",
                                (request, input) -> policies.create(
                                        request.app(), new ScoringPolicyInput(input).definition(), request.now()))
                        .input(
                                "createScoringPolicyVersion",
                                (request, input) -> policies.createVersion(
                                        request.app(),
                                        input.as(PolicyVersion.class),
                                        new ScoringPolicyInput(input).rules(),
                                        request.now()))
                        .input(
                                "activateScoringPolicyVersion",
                                (request, input) -> lifecycle.activate(
                                        request.app(),
                                        input.as(PolicyVersion.class),
                                        input.integer("versionNumber"),
                                        input.optionalDay("startDate"),
                                        request.now()))
                        .input(
                                "archiveScoringPolicy",
                                (request, input) ->
                                        lifecycle.archive(request.app(), input.as(PolicyVersion.class), request.now()))
                        .input(
                                "unarchiveScoringPolicy",
                                (request, input) -> lifecycle.unarchive(
                                        request.app(), input.as(PolicyVersion.class), request.now()))
                        .input(
                                "installSocialPolicy",
                                (request, input) ->
                                        social.install(request.app(), socialPolicyOptions(input), request.now())));
        bindPolicy(wiring);
        wiring.type(Fields.<RescoreDaysResult>of("RescoreDaysResult")
                .fetched("scoringPolicy", (result, env) -> Loaders.load(env, TYPE, (long) result.policyId())));
        bindTerms(wiring);
    }

    private Connection<ScoringPolicy> list(DataFetchingEnvironment environment) {
        Input filter = requireNonNullElse(Input.of(environment).optionalObject("filter"), Input.NONE);
        ArchivedFilter archived =
                requireNonNullElse(filter.optionalConstant(ArchivedFilter.class, "archived"), ArchivedFilter.EXCLUDE);
        ListPage page = pageSize.page(
                environment, TYPE + ":" + RequestContext.of(environment).app());
        ListRequest<ArchivedFilter, String> request = page.request(archived, page.afterText());
        return page.of(
                all(environment).stream()
                        .filter(policy -> policy.key().compareTo(request.after()) > 0)
                        .filter(policy -> archived == ArchivedFilter.INCLUDE
                                || policy.isArchived() == (archived == ArchivedFilter.ONLY))
                        .limit(request.limit())
                        .toList(),
                ScoringPolicy::key);
    }

    /** Returns all policies, ordered by key. */
    private List<ScoringPolicy> all(DataFetchingEnvironment environment) {
        List<ScoringPolicy> found =
                policies.ofApp(RequestContext.of(environment).app());
        ResponseBudget.of(environment.getGraphQlContext()).hold(found);
        return found;
    }

    private @Nullable ScoringPolicy byKey(DataFetchingEnvironment environment) {
        String key = Input.of(environment).string("key");
        return all(environment).stream()
                .filter(policy -> policy.key().equals(key))
                .findFirst()
                .orElse(null);
    }

    private static SocialPolicyOptions socialPolicyOptions(Input input) {
        String key = requireNonNullElse(input.optionalString("key"), "social");
        String prefix = requireNonNullElse(input.optionalString("leaderboardKeyPrefix"), "");
        SocialPolicyOptions.checkKeys(key, prefix);
        String attribute = input.optionalString("groupAttribute");
        Input dayRule = input.optionalObject("dayRule");
        return new SocialPolicyOptions(
                key,
                dayRule == null && attribute != null
                        ? DayRuleInput.following(attribute, "groupAttribute")
                        : DayRuleInput.read(dayRule, "dayRule"),
                prefix,
                input.optionalStrings("entityTypes"),
                attribute,
                requireNonNullElse(input.optionalString("gracePeriod"), "PT5M"));
    }

    private static void bindPolicy(RuntimeWiring.Builder wiring) {
        wiring.type(Fields.<ScoringPolicy>of(TYPE)
                        .id(ScoringPolicy::id)
                        .field("versions", PolicyGraphQL::versions)
                        .fetched("version", PolicyGraphQL::version)
                        .fetched("activeVersion", PolicyGraphQL::active)
                        .field("activations", PolicyGraphQL::activations))
                .type(Fields.<ScoringPolicyVersion>of("ScoringPolicyVersion")
                        .field("number", of -> of.version().number())
                        .field("counters", of -> of.version().rules().counters())
                        .field("pillars", PolicyGraphQL::pillars)
                        .field("burst", of -> of.version().rules().burst())
                        .field(
                                "lateActivity",
                                of -> of.version().rules().correctsFinal() ? LateActivity.CORRECT : LateActivity.IGNORE)
                        .field("createdAt", of -> of.version().createdAt()))
                .type(Fields.<PillarSource>of("Pillar")
                        .field("name", of -> of.pillar().name())
                        .field("terms", of -> of.pillar().terms())
                        .field("multiplier", PolicyGraphQL::multiplier)
                        .fetched(
                                "leaderboard",
                                (of, env) -> LeaderboardGraphQL.load(
                                        env,
                                        of.version()
                                                .policy()
                                                .leaderboardId(of.pillar().name()))));
    }

    private static void bindTerms(RuntimeWiring.Builder wiring) {
        wiring.type(Fields.<BurstRule>of("BurstRule")
                        .field("maxEventsPerSecond", rule -> Decimals.text(rule.maxEventsPerSecond()))
                        .field("duration", rule -> rule.duration().toString()))
                .type(Fields.<ScoreTerm>of("ScoreTerm")
                        .field("weight", term -> Decimals.text(term.weight()))
                        .field("cap", term -> Decimals.optionalText(term.cap())))
                .type(Fields.<MultiplierSource>of("Multiplier")
                        .fetched("streak", (of, env) -> StreakGraphQL.load(env, of.streakId()))
                        .field("minDayCount", of -> of.multiplier().minDayCount())
                        .field("maxDayCount", of -> of.multiplier().maxDayCount())
                        .field("minFactor", of -> Decimals.text(of.multiplier().minFactor()))
                        .field("maxFactor", of -> Decimals.text(of.multiplier().maxFactor())));
    }

    private static List<ScoringPolicyVersion> versions(ScoringPolicy policy) {
        return policy.versions().stream()
                .map(version -> new ScoringPolicyVersion(policy, version))
                .toList();
    }

    private static @Nullable ScoringPolicyVersion version(ScoringPolicy policy, DataFetchingEnvironment environment) {
        return policy.version(Input.of(environment).integer("number"))
                .map(version -> new ScoringPolicyVersion(policy, version))
                .orElse(null);
    }

    private static List<ScoringPolicyActivation> activations(ScoringPolicy policy) {
        return policy.activations().stream()
                .map(activation -> new ScoringPolicyActivation(
                        activation.startDate().equals(StoredActivation.UNBOUNDED) ? null : activation.startDate(),
                        new ScoringPolicyVersion(
                                policy,
                                policy.version(activation.versionNumber()).orElseThrow())))
                .toList();
    }

    private static ScoringPolicyVersion active(ScoringPolicy policy, DataFetchingEnvironment environment) {
        var now = RequestContext.of(environment).now();
        return new ScoringPolicyVersion(
                policy, policy.versionOn(now.atZone(policy.dayRule().timeZone()).toLocalDate()));
    }

    private static List<PillarSource> pillars(ScoringPolicyVersion of) {
        return of.version().rules().pillars().stream()
                .map(pillar -> new PillarSource(of, pillar))
                .toList();
    }

    private static @Nullable MultiplierSource multiplier(PillarSource of) {
        Multiplier multiplier = of.pillar().multiplier();
        return multiplier == null
                ? null
                : new MultiplierSource(
                        multiplier, of.version().version().rules().streaks().get(multiplier.streakKey()));
    }
}
