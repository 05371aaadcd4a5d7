package laurel.participant.graphql;

import graphql.schema.DataFetchingEnvironment;
import graphql.schema.idl.RuntimeWiring;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import laurel.graphql.Binding;
import laurel.graphql.Fields;
import laurel.graphql.Input;
import laurel.graphql.ListPage;
import laurel.graphql.Loaders;
import laurel.graphql.Mutations;
import laurel.graphql.PageSize;
import laurel.graphql.RequestContext;
import laurel.group.GroupValues;
import laurel.participant.ExternalParticipantId;
import laurel.participant.Participant;
import laurel.participant.ParticipantFilter;
import laurel.participant.ParticipantInput;
import laurel.participant.ParticipantRef;
import laurel.participant.ParticipantUpdate;
import laurel.participant.Participants;
import laurel.request.Connection;
import laurel.request.LookupBatcher;
import laurel.request.RequestErrorCode;
import laurel.request.RequestException;
import org.dataloader.DataLoaderRegistry;
import org.jspecify.annotations.Nullable;

/** Binds {@code participant.graphqls}. */
@Singleton
public class ParticipantGraphQL implements Binding {
    private static final String TYPE = "Participant";
    private static final String LIST = "participants";
    private static final String BY_REF = "participantByRef";

    private final Participants participants;
    private final PageSize pageSize;
    private final LookupBatcher<Integer, Long, Participant> byIds;
    private final LookupBatcher<Integer, ParticipantRef, Participant> byRefs;

    ParticipantGraphQL(Participants participants, PageSize pageSize) {
        this.participants = participants;
        this.pageSize = pageSize;
        this.byIds = new LookupBatcher<>(participants::byIds);
        this.byRefs = new LookupBatcher<>(participants::byReferences);
    }

    /** The participant of this id. */
    public static CompletableFuture<Participant> load(DataFetchingEnvironment environment, @Nullable Long id) {
        return Loaders.load(environment, TYPE, id);
    }

    /** The participant that this names; null if there is none. */
    public static CompletableFuture<Participant> load(DataFetchingEnvironment environment, ParticipantRef ref) {
        return ref.id() != null ? load(environment, ref.id()) : Loaders.load(environment, BY_REF, ref);
    }

    /** Reads the participant of an argument. */
    public static ParticipantRef ref(DataFetchingEnvironment environment, String argument) {
        return ref(RequestContext.of(environment), Input.of(environment).object(argument), argument);
    }

    /** Reads the participants of an argument. */
    public static List<ParticipantRef> refs(DataFetchingEnvironment environment, String argument) {
        RequestContext request = RequestContext.of(environment);
        List<Input> inputs = Input.of(environment).objects(argument);
        return IntStream.range(0, inputs.size())
                .mapToObj(n -> ref(request, inputs.get(n), argument + "[" + n + "]"))
                .toList();
    }

    /**
     * Reads a participant of an input.
     *
     * @param path of the input, for messages
     */
    public static ParticipantRef ref(RequestContext request, Input ref, String path) {
        return ref.hasValue("id")
                ? request.number(path + ".id", ref.string("id"), TYPE)
                        .map(ParticipantRef::of)
                        .orElse(ParticipantRef.UNKNOWN)
                : Pseudonymity.reference(request, ref.object("external", ExternalParticipantId.class));
    }

    /**
     * Whether the name that the caller sees of a participant matches.
     *
     * @param hasPseudonym whether others see a pseudonym instead of its name
     * @param byName       whether its name matches
     * @param byPseudonym  whether its pseudonym matches
     */
    public static boolean isNamed(
            RequestContext request,
            ExternalParticipantId external,
            boolean hasPseudonym,
            boolean byName,
            boolean byPseudonym) {
        return hasPseudonym ? Pseudonymity.isNamed(request, external, byName, byPseudonym) : byName;
    }

    @Override
    public void register(DataLoaderRegistry loaders, RequestContext request) {
        Loaders.registerLong(loaders, TYPE, request.inApp(byIds::load));
        Loaders.registerLong(loaders, BY_REF, request.inApp(byRefs::load));
        Loaders.registerList(loaders, LIST, request.inApp(participants::listed));
    }

    @Override
    public void bind(RuntimeWiring.Builder wiring) {
        wiring.type("Query", type -> type.dataFetcher("participant", this::participant)
                        .dataFetcher(LIST, this::list))
                .type(new Mutations()
                        .input(
                                "createParticipant",
                                (request, input) -> participants.create(
                                        request.app(), input.as(ParticipantInput.class), request.now()))
                        .input("updateParticipant", this::update)
                        .input("setPseudonym", this::setPseudonym))
                .type(Fields.<Participant>of("Participant")
                        .id(Participant::id)
                        .fetched("externalId", Pseudonymity.hidden(Participant::externalId))
                        .fetched("name", Pseudonymity.replaced(Participant::name, Participant::pseudonym))
                        .fetched("imageUrl", Pseudonymity.hidden(Participant::imageUrl))
                        .fetched("metadata", Pseudonymity.hidden(Participant::metadata))
                        .field("group", participant -> participant.groupValues().values())
                        .field("state", Participant::state));
    }

    private CompletableFuture<Participant> participant(DataFetchingEnvironment environment) {
        return load(environment, ref(environment, "ref"));
    }

    private Participant update(RequestContext request, Input input) {
        ParticipantRef who = ref(request, input.object("participant"), "participant");
        return participants.update(request.app(), who, changes(input), request.now());
    }

    private Participant setPseudonym(RequestContext request, Input input) {
        return participants.setPseudonym(
                request.app(),
                ref(request, input.object("participant"), "participant"),
                input.optionalString("pseudonym"),
                request.identity().player(),
                request.now());
    }

    private static ParticipantUpdate changes(Input input) {
        return new ParticipantUpdate(
                input.optionalString("name"),
                input.optionalString("imageUrl"),
                input.hasValue("metadata") ? input.json("metadata") : null,
                input.optionalString("timeZone"),
                input.hasValue("group") ? GroupValues.of(input.texts("group")) : null,
                Boolean.TRUE.equals(input.values().get("moveEntries")),
                input.nulls());
    }

    private static ParticipantFilter filter(Input input) {
        if (input.hasValue("externalIdPrefix") && !input.hasValue("entityType")) {
            throw new RequestException(
                    RequestErrorCode.INVALID_ARGUMENT,
                    "`filter.externalIdPrefix` requires an entity type; set `filter.entityType`.");
        }
        return ParticipantFilter.of(input.optionalString("entityType"), input.optionalString("externalIdPrefix"));
    }

    private CompletableFuture<Connection<Participant>> list(DataFetchingEnvironment environment) {
        Input input = Input.of(environment).optionalObject("filter");
        ParticipantFilter filter = input == null ? ParticipantFilter.NONE : filter(input);
        ListPage page = pageSize.page(
                environment, LIST + ":" + RequestContext.of(environment).app() + ":" + filter.text());
        return page.load(
                LIST,
                page.request(
                        filter,
                        page.<@Nullable ExternalParticipantId>after(
                                null, key -> new ExternalParticipantId(key.get(0), key.get(1)))),
                Participant::entityType,
                Participant::externalId);
    }
}
