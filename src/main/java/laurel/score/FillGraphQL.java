package laurel.score;

import graphql.schema.idl.RuntimeWiring;
import jakarta.inject.Singleton;
import laurel.graphql.Binding;
import laurel.graphql.Fields;
import laurel.graphql.Input;
import laurel.graphql.Mutations;
import laurel.graphql.RequestContext;
import laurel.graphql.RequestErrorCode;
import laurel.graphql.RequestException;
import laurel.participant.ParticipantGraphQL;
import laurel.score.Filling.FillChange;
import laurel.score.Filling.FillWindows;
import org.jspecify.annotations.Nullable;

/** Binds {@code fill.graphqls}. */
@Singleton
class FillGraphQL implements Binding {
    private final Filling filling;

    FillGraphQL(Filling filling) {
        this.filling = filling;
    }

    @Override
    public void bind(RuntimeWiring.Builder wiring) {
        wiring.type(new Mutations().input("fillWindows", this::fill))
                .type(Fields.<FillChange>of("FillChange")
                        .fetched("participant", (one, env) -> ParticipantGraphQL.load(env, one.participantId()))
                        .field("zone", one -> one.zone().getId())
                        .field("group", one -> one.group().list())
                        .field("previousScore", one -> text(one, one.previousScore()))
                        .field("score", one -> text(one, one.score())));
    }

    private Object fill(RequestContext request, Input input) {
        FillWindows asked = input.as(FillWindows.class);
        if (asked.since() != null && asked.until() != null && !asked.since().isBefore(asked.until())) {
            throw new RequestException(RequestErrorCode.INVALID_ARGUMENT, "`since` must be before `until`.");
        }
        return filling.fill(request.app(), asked, request.now());
    }

    private static @Nullable String text(FillChange one, @Nullable Long score) {
        return score == null ? null : one.scores().format(score);
    }
}
