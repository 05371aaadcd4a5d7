package laurel.policy;

import graphql.schema.DataFetchingEnvironment;
import graphql.schema.idl.RuntimeWiring;
import jakarta.inject.Singleton;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import laurel.graphql.Binding;
import laurel.graphql.ErrorCode;
import laurel.graphql.Fields;
import laurel.graphql.Input;
import laurel.graphql.Loaders;
import laurel.graphql.PageSize;
import laurel.graphql.Refusals;
import laurel.graphql.RequestContext;
import laurel.graphql.RequestException;
import laurel.graphql.Types;
import laurel.participant.Participant;
import org.dataloader.DataLoaderRegistry;
import org.jspecify.annotations.Nullable;

/** Binds what {@code policy.graphqls} asks and changes; {@link ScoringTypes} binds its types. */
@Singleton
public class PolicyGraphQL implements Binding {
    private static final String DAYS = "dayScores";
    private static final int MOST_DAYS = 31;

    private final ScoringPolicies policies;
    private final CurrentVersions versions;
    private final SocialAdoption social;
    private final Trials trials;
    private final ScoredDays scored;
    private final PageSize pageSize;

    PolicyGraphQL(
            ScoringPolicies policies,
            CurrentVersions versions,
            SocialAdoption social,
            Trials trials,
            ScoredDays scored,
            PageSize pageSize) {
        this.policies = policies;
        this.versions = versions;
        this.social = social;
        this.trials = trials;
        this.scored = scored;
        this.pageSize = pageSize;
    }

    @Override
    public void register(DataLoaderRegistry loaders, RequestContext request) {
        Loaders.register(loaders, DAYS, (Set<ScoredDays.Asked> asked) -> scored.of(request.app(), asked));
    }

    @Override
    public void bind(RuntimeWiring.Builder wiring) {
        wiring.type("Query", type -> type.dataFetcher("scoringPolicies", this::list)
                        .dataFetcher("scoringPolicy", this::byKey)
                        .dataFetcher("tryScoringPolicy", this::tried))
                .type("Mutation", type -> type.dataFetcher("defineScoringPolicy", this::define)
                        .dataFetcher("makeScoringPolicyCurrent", this::makeCurrent)
                        .dataFetcher("adoptSocialPolicy", this::adopt))
                .type("DefineScoringPolicyResult", type -> type.typeResolver(Types::ofJavaClass))
                .type("MakeScoringPolicyCurrentResult", type -> type.typeResolver(Types::ofJavaClass))
                .type("AdoptSocialPolicyResult", type -> type.typeResolver(Types::ofJavaClass))
                .type(Fields.<Participant>of("Participant")
                        .fetched("dayScores", PolicyGraphQL::days)
                        .wiring());
        ScoringTypes.bind(wiring);
    }

    private List<ScoringPolicy> list(DataFetchingEnvironment environment) {
        return policies.ofApp(RequestContext.of(environment.getGraphQlContext()).app());
    }

    private @Nullable ScoringPolicy byKey(DataFetchingEnvironment environment) {
        String key = Input.of(environment).string("key");
        return list(environment).stream()
                .filter(policy -> policy.key().equals(key))
                .findFirst()
                .orElse(null);
    }

    private @Nullable ScoringTrial tried(DataFetchingEnvironment environment) {
        RequestContext request = RequestContext.of(environment.getGraphQlContext());
        Input input = Input.of(environment);
        checkDays(input);
        var asked = new Trials.Asked(
                input.string("key"),
                input.integer("version"),
                input.string("pillar"),
                input.day("from"),
                input.day("through"),
                pageSize.checked("first", input.integer("first")));
        return trials.run(request.app(), asked).orElse(null);
    }

    private Object define(DataFetchingEnvironment environment) {
        RequestContext request = RequestContext.of(environment.getGraphQlContext());
        var input = new ScoringPolicyInput(Input.of(environment).object("input"));
        return Refusals.orRefusal(environment, "input", () -> policies.define(request.app(), input, request.now()));
    }

    private Object makeCurrent(DataFetchingEnvironment environment) {
        RequestContext request = RequestContext.of(environment.getGraphQlContext());
        Input input = Input.of(environment).object("input");
        return Refusals.orRefusal(
                environment,
                "input",
                () -> versions.make(
                        request.app(),
                        input.string("key"),
                        input.integer("version"),
                        input.optionalDay("from"),
                        request.now()));
    }

    private Object adopt(DataFetchingEnvironment environment) {
        RequestContext request = RequestContext.of(environment.getGraphQlContext());
        Input input = Input.of(environment).object("input");
        return Refusals.orRefusal(environment, "input", () -> social.adopt(request.app(), input, request.now()));
    }

    private static CompletableFuture<List<ScoredDay>> days(Participant whose, DataFetchingEnvironment environment) {
        Input input = Input.of(environment);
        checkDays(input);
        var asked = new ScoredDays.Asked(
                whose.id(), input.string("policy"), input.day("from"), input.day("through"));
        return Loaders.load(environment, DAYS, asked);
    }

    private static void checkDays(Input input) {
        long days = ChronoUnit.DAYS.between(input.day("from"), input.day("through")) + 1;
        if (days < 1 || days > MOST_DAYS) {
            throw new RequestException(
                    ErrorCode.BAD_USER_INPUT, "from and through take 1 to " + MOST_DAYS + " days");
        }
    }
}
