package laurel.policy;

import graphql.schema.DataFetchingEnvironment;
import graphql.schema.idl.RuntimeWiring;
import jakarta.inject.Singleton;
import laurel.graphql.Binding;
import laurel.graphql.Fields;
import laurel.graphql.Input;
import laurel.graphql.PageSize;
import laurel.graphql.RequestContext;
import laurel.participant.ParticipantGraphQL;
import laurel.policy.Trials.ScoringTrial;
import org.jspecify.annotations.Nullable;

/** Binds {@code trial.graphqls}. */
@Singleton
class TrialGraphQL implements Binding {
    private final Trials trials;
    private final PageSize pageSize;

    TrialGraphQL(Trials trials, PageSize pageSize) {
        this.trials = trials;
        this.pageSize = pageSize;
    }

    @Override
    public void bind(RuntimeWiring.Builder wiring) {
        wiring.type("Query", type -> type.dataFetcher("previewScoringPolicyVersion", this::tried))
                .type(Fields.<ScoringTrial>of("ScoringPolicyPreview")
                        .field("scoringPolicy", ScoringTrial::policy)
                        .field("pillar", ScoringTrial::pillar)
                        .field("startDate", ScoringTrial::from)
                        .field("endDate", ScoringTrial::through)
                        .field("participantCount", ScoringTrial::participants)
                        .field("changedCount", ScoringTrial::moved)
                        .field("changes", ScoringTrial::moves)
                        .field("version", trial -> new VersionOf(trial.policy(), trial.version())))
                .type(Fields.<Trials.TrialMove>of("ScoringPolicyPreviewChange")
                        .fetched("participant", (move, env) -> ParticipantGraphQL.load(env, move.participantId()))
                        .field("previousScore", move -> Decimals.text(move.previousScore()))
                        .field("score", move -> Decimals.text(move.score()))
                        .field("previousRank", Trials.TrialMove::previousRank)
                        .field("rank", Trials.TrialMove::rank)
                        .field("rankChange", move -> move.previousRank() - move.rank()));
    }

    private @Nullable ScoringTrial tried(DataFetchingEnvironment environment) {
        RequestContext request = RequestContext.of(environment);
        Input input = Input.of(environment);
        DayScoreGraphQL.checkDays(input);
        int unused = pageSize.checked("first", input.integer("first"));
        var asked = new Trials.Asked(
                input.string("scoringPolicyKey"),
                input.integer("versionNumber"),
                input.string("pillar"),
                input.day("startDate"),
                input.day("endDate"),
                input.integer("first"));
        return trials.run(request.app(), asked).orElse(null);
    }
}
