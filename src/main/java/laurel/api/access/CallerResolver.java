package laurel.api.access;

import io.micronaut.http.HttpRequest;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import laurel.graphql.RequestContext;
import laurel.graphql.node.NodeIds;
import laurel.request.AppSource;
import laurel.request.RequestErrorCode;
import laurel.request.RequestException;
import laurel.request.Text;

/**
 * Says which app (tenant) a request acts in: the one that its key is bound to, or else the one that its path or its header
 * {@value #HEADER} names, or else the first.
 */
@Singleton
public final class CallerResolver {
    public static final String HEADER = "Laurel-App";
    private static final String OF_THE_PATH = "laurel.app-of-the-path";

    private final AppSource apps;
    private final NodeIds ids;

    CallerResolver(AppSource apps, NodeIds ids) {
        this.apps = apps;
        this.ids = ids;
    }

    /** The request, whose path names this app. */
    public static HttpRequest<?> in(String app, HttpRequest<?> request) {
        return request.setAttribute(OF_THE_PATH, app);
    }

    /** Throws BAD_REQUEST, FORBIDDEN or APP_NOT_FOUND where the request may not be executed. */
    public RequestContext context(HttpRequest<?> request, Instant now) {
        return caller(request).at(now);
    }

    /** The same for requests that take longer. */
    public Caller caller(HttpRequest<?> request) {
        List<String> headers = request.getHeaders().getAll(HEADER);
        if (headers.size() > 1) {
            throw new RequestException(
                    RequestErrorCode.BAD_REQUEST, "The header " + HEADER + " is given more than once");
        }
        return caller(
                KeyScope.of(request),
                Stream.concat(request.getAttribute(OF_THE_PATH, String.class).stream(), headers.stream())
                        .toList());
    }

    /** The same of a key and of the apps that are named beside it. */
    public Caller caller(KeyScope scope, List<String> names) {
        List<String> named = names.stream().map(String::strip).distinct().toList();
        if (named.size() > 1) {
            throw new RequestException(
                    RequestErrorCode.BAD_REQUEST,
                    "The request names several apps: name one, by the path or by " + HEADER);
        }
        String app = named.isEmpty() ? null : named.getFirst();
        if (scope.app() == null) {
            return new Caller(id(app == null ? AppSource.DEFAULT_APP_KEY : app), true, ids);
        }
        if (app != null && !app.equals(scope.app())) {
            throw new RequestException(
                    RequestErrorCode.FORBIDDEN, "The API key is bound to the app `" + scope.app() + "`");
        }
        return new Caller(id(scope.app()), false, ids);
    }

    private int id(String key) {
        return apps.idOf(key)
                .orElseThrow(() -> new RequestException(
                        RequestErrorCode.APP_NOT_FOUND,
                        Text.isKey(key)
                                ? "No app has the key `" + key + "`"
                                : "No app has the key in the path or the header " + HEADER));
    }
}
