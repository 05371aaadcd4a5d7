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
 * {@code /graphql/stream}, after the protocol graphql-sse in both of its modes, whatever a client accepts. At {@code
 * /graphql} the same is answered to clients that ask for streams of events.
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

    /** Not by HEAD: nobody would read the stream, or leave it. */
    @Get(uri = HttpApi.STREAM_PATH, produces = MediaType.ALL, headRoute = false)
    public HttpResponse<?> get(HttpRequest<?> http) {
        return answer(http, () -> RequestReader.url(http.getParameters()));
    }

    @Post(uri = HttpApi.STREAM_PATH, consumes = MediaType.ALL, produces = MediaType.ALL)
    public HttpResponse<?> post(HttpRequest<?> http, @Body byte @Nullable [] body) {
        return answer(http, () -> {
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
    public HttpResponse<?> stop(HttpRequest<?> http) {
        return reserved.stop(http);
    }

    private HttpResponse<?> answer(HttpRequest<?> http, Supplier<GraphQLRequest> request) {
        return ReservedStreams.concerns(http) ? reserved.answer(http, request) : streams.answer(http, request);
    }
}
