package laurel.policy;

import static java.util.function.Function.identity;
import static java.util.stream.Collectors.toMap;

import graphql.schema.DataFetchingEnvironment;
import graphql.schema.idl.RuntimeWiring;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Set;
import laurel.graphql.AnswerBudget;
import laurel.graphql.Binding;
import laurel.graphql.Fields;
import laurel.graphql.Input;
import laurel.graphql.Loaders;
import laurel.graphql.Mutations;
import laurel.graphql.RequestContext;
import laurel.leaderboard.LeaderboardGraphQL;
import laurel.policy.ScoringPolicy.VersionInForce;
import org.dataloader.DataLoaderRegistry;
import org.jspecify.annotations.Nullable;

/** Binds {@code policy.graphqls}. */
@Singleton
public class PolicyGraphQL implements Binding {
    private static final String TYPE = "ScoringPolicy";

    /** A pillar within its policy. */
    private record PillarOf(ScoringPolicy policy, Pillar pillar) {}

    private final ScoringPolicies policies;
    private final CurrentVersions versions;
    private final SocialAdoption social;

    PolicyGraphQL(ScoringPolicies policies, CurrentVersions versions, SocialAdoption social) {
        this.policies = policies;
        this.versions = versions;
        this.social = social;
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
                                "defineScoringPolicy",
                                (request, input) ->
                                        policies.define(request.app(), new ScoringPolicyInput(input), request.now()))
                        .input(
                                "makeScoringPolicyCurrent",
                                (request, input) -> versions.make(
                                        request.app(),
                                        input.string("key"),
                                        input.integer("version"),
                                        input.optionalDay("from"),
                                        request.now()))
                        .input(
                                "adoptSocialPolicy",
                                (request, input) -> social.adopt(request.app(), input, request.now())));
        bindPolicy(wiring);
        bindTerms(wiring);
    }

    private List<ScoringPolicy> list(DataFetchingEnvironment environment) {
        List<ScoringPolicy> found =
                policies.ofApp(RequestContext.of(environment).app());
        AnswerBudget.of(environment.getGraphQlContext()).hold(found);
        return found;
    }

    private @Nullable ScoringPolicy byKey(DataFetchingEnvironment environment) {
        String key = Input.of(environment).string("key");
        return list(environment).stream()
                .filter(policy -> policy.key().equals(key))
                .findFirst()
                .orElse(null);
    }

    private static void bindPolicy(RuntimeWiring.Builder wiring) {
        wiring.type(Fields.<ScoringPolicy>of(TYPE)
                        .id(ScoringPolicy::id)
                        .field("days", ScoringPolicy::dayRule)
                        .field("versions", PolicyGraphQL::versions)
                        .fetched("current", PolicyGraphQL::current)
                        .field("inForce", ScoringPolicy::inForce))
                .type(Fields.<VersionInForce>of("VersionInForce")
                        .field("from", one -> one.from().equals(VersionInForce.EVER) ? null : one.from()))
                .type(Fields.<VersionOf>of("ScoringVersion")
                        .field("number", of -> of.version().number())
                        .field("counters", of -> of.version().rules().counters())
                        .field("pillars", PolicyGraphQL::pillars)
                        .field("createdAt", of -> of.version().createdAt()))
                .type(Fields.<PillarOf>of("Pillar")
                        .field("name", of -> of.pillar().name())
                        .field("terms", of -> of.pillar().terms())
                        .field("multiplier", of -> of.pillar().multiplier())
                        .fetched(
                                "leaderboard",
                                (of, env) -> LeaderboardGraphQL.load(
                                        env, of.policy().board(of.pillar().name()))));
    }

    private static void bindTerms(RuntimeWiring.Builder wiring) {
        wiring.type(Fields.<Term>of("Term")
                        .field("weight", term -> Decimals.text(term.weight()))
                        .field("cap", term -> Decimals.optionalText(term.cap())))
                .type(Fields.<Multiplier>of("Multiplier")
                        .field("least", multiplier -> Decimals.text(multiplier.least()))
                        .field("most", multiplier -> Decimals.text(multiplier.most())));
    }

    private static List<VersionOf> versions(ScoringPolicy policy) {
        return policy.versions().stream()
                .map(version -> new VersionOf(policy, version))
                .toList();
    }

    private static VersionOf current(ScoringPolicy policy, DataFetchingEnvironment environment) {
        var now = RequestContext.of(environment).now();
        return new VersionOf(
                policy, policy.on(now.atZone(policy.dayRule().zone()).toLocalDate()));
    }

    private static List<PillarOf> pillars(VersionOf of) {
        return of.version().rules().pillars().stream()
                .map(pillar -> new PillarOf(of.policy(), pillar))
                .toList();
    }
}
