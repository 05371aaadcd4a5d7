package laurel.score.graphql;

import graphql.schema.DataFetchingEnvironment;
import graphql.schema.idl.RuntimeWiring;
import jakarta.inject.Singleton;
import java.util.List;
import laurel.graphql.Binding;
import laurel.graphql.Fields;
import laurel.graphql.Input;
import laurel.graphql.Mutations;
import laurel.graphql.Payload;
import laurel.graphql.RequestContext;
import laurel.score.quarantine.DecidedSubmission;
import laurel.score.quarantine.Quarantine;
import laurel.score.submission.StandingChange;
import org.jspecify.annotations.Nullable;

/** Binds the mutations of {@code quarantine.graphqls}. */
@Singleton
class QuarantineGraphQL implements Binding {
    private final Quarantine quarantine;

    QuarantineGraphQL(Quarantine quarantine) {
        this.quarantine = quarantine;
    }

    @Override
    public void bind(RuntimeWiring.Builder wiring) {
        wiring.type(new Mutations()
                        .selecting("approveSubmission", this::approve)
                        .selecting("rejectSubmission", this::reject))
                .type(Fields.<Payload<DecidedSubmission>>of("ApproveSubmissionPayload")
                        .fetched("changes", (payload, env) -> changes(payload.result(), env)))
                .type(Fields.<Payload<DecidedSubmission>>of("RejectSubmissionPayload")
                        .fetched("changes", (payload, env) -> changes(payload.result(), env)));
    }

    private Object approve(DataFetchingEnvironment environment) {
        RequestContext request = RequestContext.of(environment);
        Input input = Input.of(environment).object("input");
        return quarantine.approve(
                request.app(),
                ScoreGraphQL.id(request, input),
                request.identity().name(),
                ChangeFilters.ranked(environment),
                request.now());
    }

    private Object reject(DataFetchingEnvironment environment) {
        RequestContext request = RequestContext.of(environment);
        Input input = Input.of(environment).object("input");
        return quarantine.reject(
                request.app(),
                ScoreGraphQL.id(request, input),
                input.optionalString("reason"),
                request.identity().name(),
                ChangeFilters.ranked(environment),
                request.now());
    }

    private static @Nullable List<StandingChange> changes(
            @Nullable DecidedSubmission decided, DataFetchingEnvironment environment) {
        return decided == null ? null : ScoreGraphQL.changes(decided.submission(), decided.changes(), environment);
    }
}
