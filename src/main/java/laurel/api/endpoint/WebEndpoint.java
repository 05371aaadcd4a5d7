package laurel.api.endpoint;

import io.micronaut.context.annotation.Value;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.HttpStatus;
import io.micronaut.http.MediaType;
import io.micronaut.http.MutableHttpResponse;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Get;
import io.micronaut.http.annotation.PathVariable;
import io.micronaut.http.exceptions.HttpStatusException;
import io.micronaut.scheduling.TaskExecutors;
import io.micronaut.scheduling.annotation.ExecuteOn;
import java.net.URI;
import java.util.Set;
import laurel.api.http.HttpApi;
import org.jspecify.annotations.Nullable;

/**
 * The web front end, static files without any data: the page {@code /}, embedded leaderboards {@code /embed/{leaderboard}},
 * the page of administrators {@code /admin}, all three also below {@code /apps/{app}}; the scripts that pages of other
 * origins may load; and the files that these load, {@code /web/**}. Settings turn the page and its embedded leaderboards
 * off, and the page of administrators; then their paths do not exist.
 */
@Controller
@ExecuteOn(TaskExecutors.BLOCKING)
final class WebEndpoint {
    private static final String APP = "/apps/{app}";
    private static final String ADMIN = "/admin";
    private static final String EMBED = "/embed/{leaderboard}";
    private static final String CLIENT = "/laurel-client.js";
    private static final String WIDGET = "/laurel-leaderboard.js";
    private static final String PAGE_FILE = "page/index.html";
    private static final String EMBED_FILE = "embed/index.html";
    private static final String ADMIN_FILE = "admin/index.html";

    /** Folders with files of the page only. */
    private static final Set<String> PAGE_FOLDERS = Set.of("page", "embed", "widget");

    private static final String ADMIN_FOLDER = "admin";
    private static final String GRAPHIQL_FOLDER = "graphiql";

    private final WebFiles files;
    private final WebPolicy policy;
    private final PageAttributes attributes;
    private final boolean enabled;
    private final boolean adminEnabled;
    private final boolean graphiQLEnabled;

    WebEndpoint(
            WebFiles files,
            WebPolicy policy,
            PageAttributes attributes,
            @Value("${laurel.web.enabled:true}") boolean enabled,
            @Value("${laurel.web.admin-enabled:true}") boolean adminEnabled,
            @Value("${laurel.graphiql.enabled:true}") boolean graphiQLEnabled) {
        this.files = files;
        this.policy = policy;
        this.attributes = attributes;
        this.enabled = enabled;
        this.adminEnabled = adminEnabled;
        this.graphiQLEnabled = graphiQLEnabled;
    }

    /** The page; GraphiQL if the page is turned off. */
    @Get(produces = MediaType.ALL)
    HttpResponse<byte[]> page(HttpRequest<?> http) {
        if (!enabled && graphiQLEnabled) {
            return HttpResponse.temporaryRedirect(URI.create(HttpApi.GRAPHIQL_PATH));
        }
        return page(http, PAGE_FILE, null, null);
    }

    /** The page of an app has one address, which ends with a slash. */
    @Get(uri = APP, produces = MediaType.ALL)
    HttpResponse<byte[]> pageOfApp(HttpRequest<?> http, @PathVariable String app) {
        HttpResponse<byte[]> page = page(http, PAGE_FILE, app, null);
        String query = http.getUri().getRawQuery();
        return http.getPath().endsWith("/")
                ? page
                : HttpResponse.temporaryRedirect(URI.create(http.getPath() + "/" + (query == null ? "" : "?" + query)));
    }

    @Get(uri = EMBED, produces = MediaType.ALL)
    HttpResponse<byte[]> embedded(HttpRequest<?> http, @PathVariable("leaderboard") String shown) {
        return page(http, EMBED_FILE, null, shown);
    }

    @Get(uri = APP + EMBED, produces = MediaType.ALL)
    HttpResponse<byte[]> embeddedOfApp(
            HttpRequest<?> http, @PathVariable String app, @PathVariable("leaderboard") String shown) {
        return page(http, EMBED_FILE, app, shown);
    }

    @Get(uri = ADMIN, produces = MediaType.ALL)
    HttpResponse<byte[]> admin(HttpRequest<?> http) {
        return page(http, ADMIN_FILE, null, null);
    }

    @Get(uri = APP + ADMIN, produces = MediaType.ALL)
    HttpResponse<byte[]> adminOfApp(HttpRequest<?> http, @PathVariable String app) {
        return page(http, ADMIN_FILE, app, null);
    }

    @Get(uri = CLIENT, produces = MediaType.ALL)
    HttpResponse<byte[]> client(HttpRequest<?> http) {
        return file("client" + CLIENT).response(http);
    }

    @Get(uri = WIDGET, produces = MediaType.ALL)
    HttpResponse<byte[]> widget(HttpRequest<?> http) {
        return file("widget" + WIDGET).response(http);
    }

    @Get(uri = "/web/{+path}", produces = MediaType.ALL)
    HttpResponse<byte[]> file(HttpRequest<?> http, @PathVariable String path) {
        if (path.endsWith(".html")) {
            throw notFound();
        }
        return file(path).response(http);
    }

    private MutableHttpResponse<byte[]> page(
            HttpRequest<?> http, String path, @Nullable String app, @Nullable String shown) {
        String added = attributes.of(app, shown).orElseThrow(WebEndpoint::notFound);
        return file(path)
                .withAttributes(added)
                .response(http)
                .header("Content-Security-Policy", path.equals(EMBED_FILE) ? policy.ofEmbedded() : policy.ofPage());
    }

    private WebFile file(String path) {
        String folder = path.substring(0, Math.max(0, path.indexOf('/')));
        return files.find(path).filter(file -> isServed(folder)).orElseThrow(WebEndpoint::notFound);
    }

    private boolean isServed(String folder) {
        if (folder.equals(ADMIN_FOLDER)) {
            return adminEnabled;
        }
        return PAGE_FOLDERS.contains(folder) ? enabled : (enabled || adminEnabled) && !folder.equals(GRAPHIQL_FOLDER);
    }

    private static HttpStatusException notFound() {
        return new HttpStatusException(HttpStatus.NOT_FOUND, "The file does not exist.");
    }
}
