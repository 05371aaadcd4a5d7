package laurel.erasure.graphql;

import graphql.schema.DataFetchingEnvironment;
import graphql.schema.idl.RuntimeWiring;
import jakarta.inject.Singleton;
import laurel.erasure.ErasedStandings;
import laurel.erasure.Erasures;
import laurel.erasure.StartedErasure;
import laurel.graphql.Binding;
import laurel.graphql.Fields;
import laurel.graphql.Input;
import laurel.graphql.Mutations;
import laurel.graphql.Payload;
import laurel.graphql.RequestContext;
import laurel.participant.graphql.ParticipantGraphQL;
import org.jspecify.annotations.Nullable;

/** Binds {@code erasure.graphqls}. */
@Singleton
class ErasureGraphQL implements Binding {
    private final Erasures erasures;

    ErasureGraphQL(Erasures erasures) {
        this.erasures = erasures;
    }

    @Override
    public void bind(RuntimeWiring.Builder wiring) {
        wiring.type(new Mutations().input("eraseParticipant", this::erase))
                .type(Fields.<Payload<StartedErasure>>of("EraseParticipantPayload")
                        .fetched("erasedParticipantId", (payload, env) -> id(payload.result(), env)));
    }

    private Object erase(RequestContext request, Input input) {
        ErasedStandings standings = input.optionalConstant(ErasedStandings.class, "standings");
        return erasures.erase(
                request.app(),
                ParticipantGraphQL.ref(request, input.object("participant"), "participant"),
                standings == null ? ErasedStandings.REMOVED : standings,
                request.now());
    }

    private static @Nullable String id(@Nullable StartedErasure erasure, DataFetchingEnvironment env) {
        return erasure == null
                ? null
                : RequestContext.of(env).id("Participant", 0, erasure.subject().participant());
    }
}
