package laurel.participant;

import graphql.schema.DataFetchingEnvironment;
import graphql.schema.idl.RuntimeWiring;
import jakarta.inject.Singleton;
import java.util.concurrent.CompletableFuture;
import laurel.graphql.Binding;
import laurel.graphql.Fields;
import laurel.graphql.Gathered;
import laurel.graphql.Input;
import laurel.graphql.Loaders;
import laurel.graphql.Mutations;
import laurel.graphql.RequestContext;
import org.dataloader.DataLoaderRegistry;
import org.jspecify.annotations.Nullable;

/** Binds {@code participant.graphqls}. */
@Singleton
public class ParticipantGraphQL implements Binding {
    private static final String TYPE = "Participant";
    private static final String BY_REF = "participantByRef";

    private final Participants participants;
    private final Gathered<Integer, Long, Participant> byIds;
    private final Gathered<Integer, ParticipantRef, Participant> byRefs;

    ParticipantGraphQL(Participants participants) {
        this.participants = participants;
        this.byIds = new Gathered<>(participants::byIds);
        this.byRefs = new Gathered<>(participants::byRefs);
    }

    /** The participant of this id. */
    public static CompletableFuture<Participant> load(DataFetchingEnvironment environment, @Nullable Long id) {
        return Loaders.load(environment, TYPE, id);
    }

    /** The participant of this name; null where Laurel has not met it. */
    public static CompletableFuture<Participant> load(DataFetchingEnvironment environment, ParticipantRef ref) {
        return Loaders.load(environment, BY_REF, ref);
    }

    @Override
    public void register(DataLoaderRegistry loaders, RequestContext request) {
        Loaders.registerLong(loaders, TYPE, request.inApp(byIds::load));
        Loaders.registerLong(loaders, BY_REF, request.inApp(byRefs::load));
    }

    @Override
    public void bind(RuntimeWiring.Builder wiring) {
        wiring.type("Query", type -> type.dataFetcher("participant", this::participant))
                .type(new Mutations()
                        .input(
                                "saveParticipant",
                                (request, input) ->
                                        participants.save(request.app(), input.as(Profile.class), request.now())))
                .type(Fields.<Participant>of("Participant").id(Participant::id));
    }

    private CompletableFuture<Participant> participant(DataFetchingEnvironment environment) {
        return Loaders.load(environment, BY_REF, Input.of(environment).object("participant", ParticipantRef.class));
    }
}
