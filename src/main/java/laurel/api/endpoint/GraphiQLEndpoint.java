package laurel.api.endpoint;

import io.micronaut.configuration.graphql.GraphiQLController;
import io.micronaut.context.annotation.Replaces;
import io.micronaut.context.annotation.Value;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.HttpStatus;
import io.micronaut.http.MediaType;
import io.micronaut.http.MutableHttpResponse;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Get;
import io.micronaut.http.exceptions.HttpStatusException;
import io.micronaut.scheduling.TaskExecutors;
import io.micronaut.scheduling.annotation.ExecuteOn;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import laurel.api.access.Authenticator;
import laurel.api.http.HttpApi;
import laurel.api.schema.ClasspathFolder;
import laurel.request.JsonBytes;

/**
 * {@code /graphiql}: GraphiQL, served from the jar. Its content security policy blocks requests to other hosts. A setting
 * turns it off; then its paths do not exist.
 */
@Controller
@Replaces(GraphiQLController.class)
@ExecuteOn(TaskExecutors.BLOCKING)
public class GraphiQLEndpoint {
    private static final String PATH = HttpApi.GRAPHIQL_PATH;

    // GraphiQL's dialogs add style elements. Scripts come only from this service.
    private static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline';"
            + " img-src 'self' data:; font-src data:; connect-src 'self'; base-uri 'none'; form-action 'none';"
            + " frame-ancestors 'none'";

    private static final String LIBRARIES = "META-INF/resources/_static/";

    /** Files that the page loads, by name. Clients cache names with a version forever. */
    private static final Map<String, String> FILES = Map.of(
            "page.js", "web/graphiql/page.js",
            "page.css", "web/graphiql/page.css",
            "react-18.3.1.js", LIBRARIES + "react/18.3.1/umd/react.production.min.js",
            "react-dom-18.3.1.js", LIBRARIES + "react-dom/18.3.1/umd/react-dom.production.min.js",
            "graphiql-3.2.0.js", LIBRARIES + "graphiql/3.2.0/graphiql.min.js",
            "graphiql-3.2.0.css", LIBRARIES + "graphiql/3.2.0/graphiql.min.css");

    private final Authenticator authenticator;
    private final boolean enabled;

    GraphiQLEndpoint(Authenticator authenticator, @Value("${laurel.graphiql.enabled:true}") boolean enabled) {
        this.authenticator = authenticator;
        this.enabled = enabled;
    }

    /** The page. An attribute says whether a key is required, so that the page can ask for it. */
    @Get(uri = PATH, produces = MediaType.ALL)
    HttpResponse<byte[]> page() {
        requireEnabled();
        String page = new String(read("web/graphiql/index.html"), StandardCharsets.UTF_8);
        String html = authenticator.required() ? page.replace("data-key=\"none\"", "data-key=\"needed\"") : page;
        return ok(html.getBytes(StandardCharsets.UTF_8), "text/html").header("Content-Security-Policy", POLICY);
    }

    /**
     * The example operations of {@code graphql/operations} as {@code [{"feature", "text"}]}, ordered by path. The feature is
     * the folder. It is empty for the operations that the page opens as tabs.
     */
    @Get(uri = PATH + "/operations.json", produces = MediaType.ALL)
    HttpResponse<byte[]> operations() {
        requireEnabled();
        List<Map<String, String>> operations =
                ClasspathFolder.texts("graphql/operations", ".graphql").entrySet().stream()
                        .map(file -> Map.of("feature", feature(file.getKey()), "text", file.getValue()))
                        .toList();
        return ok(JsonBytes.of(operations), "application/json");
    }

    private static String feature(String path) {
        return path.substring(0, Math.max(0, path.lastIndexOf('/')));
    }

    @Get(uri = PATH + "/{name}", produces = MediaType.ALL)
    HttpResponse<byte[]> file(String name) {
        requireEnabled();
        String path = FILES.get(name);
        if (path == null) {
            throw new HttpStatusException(HttpStatus.NOT_FOUND, "The file does not exist.");
        }
        MutableHttpResponse<byte[]> file = ok(read(path), name.endsWith(".css") ? "text/css" : "text/javascript");
        if (path.startsWith(LIBRARIES)) {
            file.getHeaders().set("Cache-Control", "public, max-age=31536000, immutable");
        }
        return file;
    }

    private void requireEnabled() {
        if (!enabled) {
            throw new HttpStatusException(HttpStatus.NOT_FOUND, "GraphiQL is turned off.");
        }
    }

    private static MutableHttpResponse<byte[]> ok(byte[] body, String type) {
        return HttpResponse.ok(body)
                .header("Content-Type", type + ";charset=utf-8")
                .header("Cache-Control", "no-cache");
    }

    private static byte[] read(String path) {
        try (InputStream file = GraphiQLEndpoint.class.getClassLoader().getResourceAsStream(path)) {
            if (file == null) {
                throw new IllegalStateException(path + " is not on the classpath");
            }
            return file.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
