package laurel.participant;

import graphql.schema.DataFetchingEnvironment;
import graphql.schema.idl.RuntimeWiring;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
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
    private final Gathered<Integer, ExternalParticipantId, Participant> byRefs;

    ParticipantGraphQL(Participants participants) {
        this.participants = participants;
        this.byIds = new Gathered<>(participants::byIds);
        this.byRefs = new Gathered<>(participants::byRefs);
    }

    /** The participant of this id. */
    public static CompletableFuture<Participant> load(DataFetchingEnvironment environment, @Nullable Long id) {
        return Loaders.load(environment, TYPE, id);
    }

    /** The participant that this names; null if there is none. */
    public static CompletableFuture<Participant> load(DataFetchingEnvironment environment, ParticipantRef ref) {
        return ref.id() != null ? load(environment, ref.id()) : Loaders.load(environment, BY_REF, ref.external());
    }

    /** The participant that an argument of a field names. */
    public static ParticipantRef ref(DataFetchingEnvironment environment, String argument) {
        return ref(environment, Input.of(environment).object(argument), argument);
    }

    /** The participants that an argument of a field names. */
    public static List<ParticipantRef> refs(DataFetchingEnvironment environment, String argument) {
        List<Input> inputs = Input.of(environment).objects(argument);
        return IntStream.range(0, inputs.size())
                .mapToObj(n -> ref(environment, inputs.get(n), argument + "[" + n + "]"))
                .toList();
    }

    private static ParticipantRef ref(DataFetchingEnvironment environment, Input ref, String path) {
        return ref.says("id")
                ? RequestContext.of(environment)
                        .number(path + ".id", ref.string("id"), TYPE)
                        .map(ParticipantRef::of)
                        .orElse(ParticipantRef.NOBODY)
                : ParticipantRef.of(ref.object("external", ExternalParticipantId.class));
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
                .type(Fields.<Participant>of("Participant")
                        .id(Participant::id)
                        .field("entityType", Participant::type)
                        .field("metadata", Participant::attributes)
                        .field("timeZone", Participant::zone));
    }

    private CompletableFuture<Participant> participant(DataFetchingEnvironment environment) {
        return load(environment, ref(environment, "ref"));
    }
}
