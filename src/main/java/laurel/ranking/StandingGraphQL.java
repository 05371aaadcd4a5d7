package laurel.ranking;

import graphql.schema.DataFetchingEnvironment;
import graphql.schema.idl.RuntimeWiring;
import jakarta.inject.Singleton;
import java.util.concurrent.CompletableFuture;
import laurel.graphql.Binding;
import laurel.graphql.Connection;
import laurel.graphql.Fields;
import laurel.graphql.Input;
import laurel.graphql.PageSize;
import laurel.score.ScoreGraphQL;
import laurel.score.ScoreSubmission;

/** Binds what the schema's Standing tells of the submissions behind it: why this score. */
@Singleton
class StandingGraphQL implements Binding {
    private final PageSize pageSize;

    StandingGraphQL(PageSize pageSize) {
        this.pageSize = pageSize;
    }

    @Override
    public void bind(RuntimeWiring.Builder wiring) {
        wiring.type(Fields.<Standing>of("Standing")
                .fetched("submission", (standing, env) -> ScoreGraphQL.load(env, standing.submissionId()))
                .fetched("submissions", this::submissions)
                .wiring());
    }

    private CompletableFuture<Connection<ScoreSubmission>> submissions(
            Standing standing, DataFetchingEnvironment environment) {
        Input input = Input.of(environment);
        int first = pageSize.checked("first", input.integer("first"));
        return ScoreGraphQL.page(
                environment,
                standing.ranking().windowId(),
                standing.participantId(),
                first,
                input.optionalString("after"));
    }
}
