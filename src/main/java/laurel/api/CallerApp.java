package laurel.api;

import io.micronaut.http.HttpRequest;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.List;
import laurel.graphql.AppSource;
import laurel.graphql.NodeIds;
import laurel.graphql.RequestContext;
import laurel.graphql.RequestErrorCode;
import laurel.graphql.RequestException;
import laurel.refusal.Text;

/**
 * Says which app (tenant) a request acts in: the one that its key is bound to, or else the one that its header {@value
 * #HEADER} names, or else the first.
 */
@Singleton
final class CallerApp {
    static final String HEADER = "Laurel-App";

    private final AppSource apps;
    private final NodeIds ids;

    CallerApp(AppSource apps, NodeIds ids) {
        this.apps = apps;
        this.ids = ids;
    }

    /** Throws BAD_REQUEST, FORBIDDEN or APP_NOT_FOUND where the request may not be executed. */
    RequestContext context(HttpRequest<?> request, Instant now) {
        return caller(KeyScope.of(request), request.getHeaders().getAll(HEADER)).at(now);
    }

    /** The same of a key and of the apps that are named beside it. */
    Caller caller(KeyScope scope, List<String> named) {
        if (named.size() > 1) {
            throw new RequestException(
                    RequestErrorCode.BAD_REQUEST, "The header " + HEADER + " is given more than once");
        }
        String header = named.isEmpty() ? null : named.getFirst().strip();
        if (scope.app() == null) {
            return new Caller(id(header == null ? RequestContext.DEFAULT_APP_KEY : header), true, ids);
        }
        if (header != null && !header.equals(scope.app())) {
            throw new RequestException(
                    RequestErrorCode.FORBIDDEN, "This key is bound to the app " + scope.app() + " and opens no other");
        }
        return new Caller(id(scope.app()), false, ids);
    }

    private int id(String key) {
        return apps.idOf(key)
                .orElseThrow(() -> new RequestException(
                        RequestErrorCode.APP_NOT_FOUND,
                        Text.isKey(key)
                                ? "There is no app " + key
                                : "There is no such app: the header " + HEADER + " takes the key of one"));
    }
}
