package laurel.api.access;

import io.micronaut.http.HttpRequest;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;
import laurel.api.rate.Budget;
import laurel.graphql.node.NodeIds;
import laurel.request.AppSource;
import laurel.request.RequestErrorCode;
import laurel.request.RequestException;
import laurel.request.Text;
import laurel.request.access.Identity;
import laurel.request.access.Role;

/**
 * Resolves the app (tenant) that a request acts in: the app that its API key is bound to, or the app that its path or its
 * header {@value #HEADER} names, or the default app.
 */
@Singleton
public final class CallerResolver {
    public static final String HEADER = "Laurel-App";
    private static final String PATH_APP = "laurel.path-app";
    private static final String IDENTITY = "laurel.identity";
    private static final String BUDGET = "laurel.budget";

    private final AppSource apps;
    private final NodeIds ids;

    CallerResolver(AppSource apps, NodeIds ids) {
        this.apps = apps;
        this.ids = ids;
    }

    /** Grants the identity to the request. */
    public static void grant(HttpRequest<?> request, Identity identity) {
        request.setAttribute(IDENTITY, identity);
    }

    /** Sets the budget that operations of the request are charged to. Without it, the caller has no limit. */
    public static void allot(HttpRequest<?> request, Budget budget) {
        request.setAttribute(BUDGET, budget);
    }

    /** Returns the granted identity. Fails if the request has not passed the access filter: it must not be answered. */
    public static Identity granted(HttpRequest<?> request) {
        return request.getAttribute(IDENTITY, Identity.class)
                .orElseThrow(() -> new IllegalStateException("the request has not passed the access filter"));
    }

    /** Marks the request as one whose path names this app. */
    public static HttpRequest<?> withPathApp(HttpRequest<?> request, String app) {
        return request.setAttribute(PATH_APP, app);
    }

    /** Throws BAD_REQUEST, FORBIDDEN or APP_NOT_FOUND if the request may not act in the app. */
    public Caller resolve(HttpRequest<?> request) {
        List<String> headers = request.getHeaders().getAll(HEADER);
        if (headers.size() > 1) {
            throw new RequestException(
                    RequestErrorCode.BAD_REQUEST, "The header `" + HEADER + "` is given more than once.");
        }
        List<String> names = Stream.concat(request.getAttribute(PATH_APP, String.class).stream(), headers.stream())
                .toList();
        return resolve(granted(request), names)
                .with(request.getAttribute(BUDGET, Budget.class).orElse(Budget.UNLIMITED));
    }

    /**
     * Returns the caller of a request. Throws if the key does not open the app.
     *
     * @param names keys of apps that the request names besides its API key
     */
    public Caller resolve(Identity identity, List<String> names) {
        List<String> named = names.stream().map(String::strip).distinct().toList();
        if (named.size() > 1) {
            throw new RequestException(
                    RequestErrorCode.BAD_REQUEST,
                    "The request names several apps; name one, in the path or in the header `" + HEADER + "`.");
        }
        String app = named.isEmpty() ? null : named.getFirst();
        if (identity.role() == Role.ANONYMOUS) {
            return new Caller(anonymousApp(app == null ? AppSource.DEFAULT_APP_KEY : app), identity, ids);
        }
        if (identity.app() == null) {
            return new Caller(id(app == null ? AppSource.DEFAULT_APP_KEY : app), identity, ids);
        }
        if (app != null && !app.equals(identity.app())) {
            throw new RequestException(
                    RequestErrorCode.FORBIDDEN,
                    "The " + (identity.role() == Role.PLAYER ? "token" : "API key") + " is bound to the app `"
                            + identity.app() + "`.");
        }
        return new Caller(id(identity.app()), identity, ids);
    }

    /** An unknown app is rejected like one that anonymous callers may not read. */
    private int anonymousApp(String key) {
        OptionalInt id = apps.idOf(key);
        if (id.isEmpty() || !apps.anonymousApps().contains(id.getAsInt())) {
            throw Authenticator.missing();
        }
        return id.getAsInt();
    }

    private int id(String key) {
        return apps.idOf(key)
                .orElseThrow(() -> new RequestException(
                        RequestErrorCode.APP_NOT_FOUND,
                        Text.isKey(key)
                                ? "No app has the key `" + key + "`."
                                : "No app has the key in the path or in the header `" + HEADER + "`."));
    }
}
