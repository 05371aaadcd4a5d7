package laurel.scoring.graphql;

import graphql.schema.DataFetchingEnvironment;
import graphql.schema.idl.RuntimeWiring;
import jakarta.inject.Singleton;
import laurel.graphql.Binding;
import laurel.graphql.Fields;
import laurel.graphql.Input;
import laurel.graphql.PageSize;
import laurel.graphql.RequestContext;
import laurel.participant.graphql.ParticipantGraphQL;
import laurel.scoring.preview.PolicyPreviews;
import laurel.scoring.preview.PolicyPreviews.ScoringPolicyPreview;
import org.jspecify.annotations.Nullable;

/** Binds {@code preview.graphqls}. */
@Singleton
class PolicyPreviewGraphQL implements Binding {
    private final PolicyPreviews previews;
    private final PageSize pageSize;

    PolicyPreviewGraphQL(PolicyPreviews previews, PageSize pageSize) {
        this.previews = previews;
        this.pageSize = pageSize;
    }

    @Override
    public void bind(RuntimeWiring.Builder wiring) {
        wiring.type("Query", type -> type.dataFetcher("previewScoringPolicyVersion", this::preview))
                .type(Fields.<PolicyPreviews.ScoringPolicyPreviewChange>of("ScoringPolicyPreviewChange")
                        .fetched("participant", (change, env) -> ParticipantGraphQL.load(env, change.participantId()))
                        .field("previousScore", change -> Decimals.text(change.previousScore()))
                        .field("score", change -> Decimals.text(change.score())));
    }

    private @Nullable ScoringPolicyPreview preview(DataFetchingEnvironment environment) {
        RequestContext request = RequestContext.of(environment);
        Input input = Input.of(environment);
        DayScoreGraphQL.checkDays(input);
        int unused = pageSize.checked("first", input.integer("first"));
        var preview = new PolicyPreviews.PreviewRequest(
                input.string("scoringPolicyKey"),
                input.integer("versionNumber"),
                input.string("pillar"),
                input.day("startDate"),
                input.day("endDate"),
                input.integer("first"));
        return previews.run(request.app(), preview).orElse(null);
    }
}
