package laurel.api.endpoint;

import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.MediaType;
import io.micronaut.http.MutableHttpResponse;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Get;
import io.micronaut.http.annotation.PathVariable;
import io.micronaut.scheduling.TaskExecutors;
import io.micronaut.scheduling.annotation.ExecuteOn;
import java.time.Clock;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.Stream;
import laurel.api.access.Caller;
import laurel.api.access.CallerResolver;
import laurel.api.access.PathAccess;
import laurel.api.error.HttpRequestException;
import laurel.api.export.Exports;
import laurel.api.http.HttpApi;
import laurel.api.http.ResponseFormat;
import laurel.api.http.Responses;
import laurel.graphql.node.NodeId;
import laurel.request.RequestErrorCode;
import laurel.request.access.Identity.Player;
import laurel.request.access.Role;
import laurel.request.export.ExportSubject;
import laurel.request.export.ExportedParticipants;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;

/**
 * {@code /participants/{entityType}/{externalId}/export}, and {@code /participants/{id}/export} by global ID: everything that is
 * stored about a participant, as one JSON object. The same in the app of a path, below {@code /apps/{app}}.
 */
@Controller
@ExecuteOn(TaskExecutors.BLOCKING)
class ExportEndpoint {
    /** Charged to the budget of the caller. */
    private static final long COST = 5_000;

    private static final String BY_EXTERNAL_ID = HttpApi.PARTICIPANTS_PATH + "/{entityType}/{externalId}/export";
    private static final String BY_ID = HttpApi.PARTICIPANTS_PATH + "/{id}/export";
    private static final String APP = "/apps/{app}";

    private final CallerResolver callers;
    private final ExportedParticipants participants;
    private final Exports exports;
    private final Responses responses;
    private final Clock clock;

    ExportEndpoint(
            CallerResolver callers,
            ExportedParticipants participants,
            Exports exports,
            Responses responses,
            Clock clock) {
        this.callers = callers;
        this.participants = participants;
        this.exports = exports;
        this.responses = responses;
        this.clock = clock;
    }

    @Get(uri = BY_EXTERNAL_ID, produces = MediaType.ALL)
    HttpResponse<byte[]> byExternalId(
            HttpRequest<?> http, @PathVariable String entityType, @PathVariable String externalId) {
        return respond(http, caller -> participants.find(caller.app(), entityType, externalId));
    }

    @Get(uri = BY_ID, produces = MediaType.ALL)
    HttpResponse<byte[]> byId(HttpRequest<?> http, @PathVariable String id) {
        return respond(http, caller -> known(caller, id));
    }

    @Get(uri = APP + BY_EXTERNAL_ID, produces = MediaType.ALL)
    HttpResponse<byte[]> byExternalIdInApp(
            HttpRequest<?> http,
            @PathVariable String app,
            @PathVariable String entityType,
            @PathVariable String externalId) {
        return byExternalId(CallerResolver.withPathApp(http, app), entityType, externalId);
    }

    @Get(uri = APP + BY_ID, produces = MediaType.ALL)
    HttpResponse<byte[]> byIdInApp(HttpRequest<?> http, @PathVariable String app, @PathVariable String id) {
        return byId(CallerResolver.withPathApp(http, app), id);
    }

    private OptionalLong known(Caller caller, String id) {
        Optional<NodeId> node = caller.ids()
                .parse(id)
                .filter(parsed -> parsed.type().equals("Participant") && parsed.app() == caller.app());
        return node.isPresent() && participants.exists(caller.app(), node.get().number())
                ? OptionalLong.of(node.get().number())
                : OptionalLong.empty();
    }

    private HttpResponse<byte[]> respond(HttpRequest<?> http, Function<Caller, OptionalLong> named) {
        try {
            Caller caller = callers.resolve(http);
            PathAccess.requireExport(caller.identity());
            ExportSubject subject = subject(caller, named.apply(caller));
            boolean body = !"HEAD".equals(http.getMethodName());
            if (body) {
                caller.budget().chargeOperation(COST);
            }
            MutableHttpResponse<byte[]> response = HttpResponse.<byte[]>ok()
                    .header("Content-Type", "application/json")
                    .header("Content-Disposition", "attachment; filename=\"participant.json\"")
                    .header("Cache-Control", "no-store");
            return body ? withBody(response, exports.start(subject)) : response;
        } catch (Throwable e) {
            return responses.of(ResponseFormat.JSON, e);
        }
    }

    // For any other declared type the server would convert the pieces to a JSON array.
    @SuppressWarnings("unchecked")
    private static HttpResponse<byte[]> withBody(MutableHttpResponse<byte[]> head, Publisher<byte[]> body) {
        return (HttpResponse<byte[]>) (HttpResponse<?>) head.body(body);
    }

    /** Another participant than the player's own is answered like one that does not exist. */
    private ExportSubject subject(Caller caller, OptionalLong named) {
        boolean administrator = caller.identity().role() == Role.ADMIN;
        return Stream.of(named)
                .flatMapToLong(OptionalLong::stream)
                .filter(id -> administrator || isOwn(caller, id))
                .mapToObj(id -> new ExportSubject(caller.app(), id, administrator, clock.instant()))
                .findFirst()
                .orElseThrow(() -> new HttpRequestException(
                        404, RequestErrorCode.PARTICIPANT_NOT_FOUND, "The app has no such participant."));
    }

    private boolean isOwn(Caller caller, long id) {
        @Nullable Player player = caller.identity().player();
        return player != null
                && participants
                        .find(caller.app(), player.entityType(), player.externalId())
                        .equals(OptionalLong.of(id));
    }
}
