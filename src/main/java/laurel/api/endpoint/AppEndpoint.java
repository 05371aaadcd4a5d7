package laurel.api.endpoint;

import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.MediaType;
import io.micronaut.http.annotation.Body;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Delete;
import io.micronaut.http.annotation.Get;
import io.micronaut.http.annotation.PathVariable;
import io.micronaut.http.annotation.Post;
import io.micronaut.http.annotation.Put;
import io.micronaut.scheduling.TaskExecutors;
import io.micronaut.scheduling.annotation.ExecuteOn;
import laurel.api.access.CallerResolver;
import laurel.api.http.HttpApi;
import org.jspecify.annotations.Nullable;

/**
 * {@code /apps/{app}/graphql} and {@code /apps/{app}/graphql/stream}: the same as {@code /graphql} and
 * {@code /graphql/stream}, in the app that the path names. For clients that cannot send headers, such as an EventSource,
 * and for caches keyed by URL.
 */
@Controller(AppEndpoint.PATH)
@ExecuteOn(TaskExecutors.BLOCKING)
class AppEndpoint {
    static final String PATH = "/apps/{app}" + HttpApi.GRAPHQL_PATH;

    private static final String STREAM = "/stream";

    private final GraphQLEndpoint graphQL;
    private final StreamEndpoint streams;

    AppEndpoint(GraphQLEndpoint graphQL, StreamEndpoint streams) {
        this.graphQL = graphQL;
        this.streams = streams;
    }

    @Get(produces = MediaType.ALL)
    HttpResponse<byte[]> get(HttpRequest<?> http, @PathVariable String app) {
        return graphQL.get(CallerResolver.withPathApp(http, app));
    }

    @Post(consumes = MediaType.ALL, produces = MediaType.ALL)
    HttpResponse<byte[]> post(HttpRequest<?> http, @PathVariable String app, @Body byte @Nullable [] body) {
        return graphQL.post(CallerResolver.withPathApp(http, app), body);
    }

    @Get(uri = STREAM, produces = MediaType.ALL, headRoute = false)
    HttpResponse<?> stream(HttpRequest<?> http, @PathVariable String app) {
        return streams.get(CallerResolver.withPathApp(http, app));
    }

    @Post(uri = STREAM, consumes = MediaType.ALL, produces = MediaType.ALL)
    HttpResponse<?> stream(HttpRequest<?> http, @PathVariable String app, @Body byte @Nullable [] body) {
        return streams.post(CallerResolver.withPathApp(http, app), body);
    }

    @Put(
            uris = {"/", STREAM},
            consumes = MediaType.ALL,
            produces = MediaType.ALL)
    HttpResponse<?> reserve(HttpRequest<?> http, @PathVariable String app) {
        return streams.reserve(CallerResolver.withPathApp(http, app));
    }

    @Delete(
            uris = {"/", STREAM},
            consumes = MediaType.ALL,
            produces = MediaType.ALL)
    HttpResponse<?> cancel(HttpRequest<?> http, @PathVariable String app) {
        return streams.cancel(CallerResolver.withPathApp(http, app));
    }
}
