package laurel.score;

import graphql.schema.DataFetchingEnvironment;
import graphql.schema.idl.RuntimeWiring;
import jakarta.inject.Singleton;
import laurel.graphql.Binding;
import laurel.graphql.ErrorCode;
import laurel.graphql.Fields;
import laurel.graphql.Input;
import laurel.graphql.Refusals;
import laurel.graphql.RequestContext;
import laurel.graphql.RequestException;
import laurel.graphql.Types;
import laurel.leaderboard.WindowKind;
import laurel.participant.ParticipantGraphQL;
import laurel.score.Filling.FillChange;
import laurel.score.Filling.FillWindows;
import org.dataloader.DataLoaderRegistry;
import org.jspecify.annotations.Nullable;

/** Binds {@code fill.graphqls}. */
@Singleton
class FillGraphQL implements Binding {
    private final Filling filling;

    FillGraphQL(Filling filling) {
        this.filling = filling;
    }

    @Override
    public void register(DataLoaderRegistry loaders, RequestContext request) {}

    @Override
    public void bind(RuntimeWiring.Builder wiring) {
        wiring.type("Mutation", type -> type.dataFetcher("fillWindows", this::fill))
                .type("FillWindowsResult", type -> type.typeResolver(Types::ofJavaClass))
                .type(Fields.<FillChange>of("FillChange")
                        .fetched("participant", (one, env) -> ParticipantGraphQL.load(env, one.participantId()))
                        .field("zone", one -> one.zone().getId())
                        .field("group", one -> one.group().list())
                        .field("previousScore", one -> text(one, one.previousScore()))
                        .field("score", one -> text(one, one.score()))
                        .wiring());
    }

    private Object fill(DataFetchingEnvironment environment) {
        RequestContext request = RequestContext.of(environment.getGraphQlContext());
        Input input = Input.of(environment).object("input");
        FillWindows asked = new FillWindows(
                input.string("leaderboard"),
                input.integer("version"),
                input.constant(WindowKind.class, "kind"),
                input.optionalString("definition"),
                input.optionalMoment("since"),
                input.optionalMoment("until"),
                input.truth("dryRun"));
        if (asked.since() != null && asked.until() != null && !asked.since().isBefore(asked.until())) {
            throw new RequestException(ErrorCode.BAD_USER_INPUT, "since lies before until");
        }
        return Refusals.orRefusal(environment, "input", () -> filling.fill(request.app(), asked, request.now()));
    }

    private static @Nullable String text(FillChange one, @Nullable Long score) {
        return score == null ? null : one.scores().format(score);
    }
}
