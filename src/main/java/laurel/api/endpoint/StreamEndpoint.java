package laurel.api.endpoint;

import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.MediaType;
import io.micronaut.http.annotation.Body;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Delete;
import io.micronaut.http.annotation.Get;
import io.micronaut.http.annotation.Post;
import io.micronaut.http.annotation.Put;
import io.micronaut.scheduling.TaskExecutors;
import io.micronaut.scheduling.annotation.ExecuteOn;
import java.util.function.Supplier;
import laurel.api.engine.GraphQLRequest;
import laurel.api.http.HttpApi;
import laurel.api.http.RequestReader;
import laurel.api.sse.DistinctStreams;
import laurel.api.sse.ReservedStreams;
import org.jspecify.annotations.Nullable;

/**
 * {@code /graphql/stream}: the protocol graphql-sse in both of its modes, for any {@code Accept} header. {@code /graphql}
 * responds in the same way to clients that accept event streams.
 */
@Controller
@ExecuteOn(TaskExecutors.BLOCKING)
public class StreamEndpoint {
    private final DistinctStreams streams;
    private final ReservedStreams reserved;

    StreamEndpoint(DistinctStreams streams, ReservedStreams reserved) {
        this.streams = streams;
        this.reserved = reserved;
    }

    /** Without HEAD: a client would neither read nor close the stream. */
    @Get(uri = HttpApi.STREAM_PATH, produces = MediaType.ALL, headRoute = false)
    public HttpResponse<?> get(HttpRequest<?> http) {
        return respond(http, () -> RequestReader.url(http.getParameters()));
    }

    @Post(uri = HttpApi.STREAM_PATH, consumes = MediaType.ALL, produces = MediaType.ALL)
    public HttpResponse<?> post(HttpRequest<?> http, @Body byte @Nullable [] body) {
        return respond(http, () -> {
            RequestReader.requireJson(http);
            return RequestReader.body(body);
        });
    }

    @Put(
            uris = {HttpApi.GRAPHQL_PATH, HttpApi.STREAM_PATH},
            consumes = MediaType.ALL,
            produces = MediaType.ALL)
    public HttpResponse<?> reserve(HttpRequest<?> http) {
        return reserved.reserve(http);
    }

    @Delete(
            uris = {HttpApi.GRAPHQL_PATH, HttpApi.STREAM_PATH},
            consumes = MediaType.ALL,
            produces = MediaType.ALL)
    public HttpResponse<?> cancel(HttpRequest<?> http) {
        return reserved.cancel(http);
    }

    private HttpResponse<?> respond(HttpRequest<?> http, Supplier<GraphQLRequest> request) {
        return ReservedStreams.isAddressedBy(http) ? reserved.respond(http, request) : streams.respond(http, request);
    }
}
