package laurel.graphql;

import graphql.schema.DataFetchingEnvironment;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * What a GraphQL request carries to its fetchers.
 *
 * @param app      the app (tenant) that the caller acts in
 * @param operator whether the caller runs the service, and so may make apps and see which there are
 * @param now      the moment at which the request is answered; one per request, so that all its parts agree
 */
public record RequestContext(int app, boolean operator, Instant now) {
    /** The app that the first migration makes. */
    public static final int DEFAULT_APP = 1;
    /** Its key. */
    public static final String DEFAULT_APP_KEY = "default";

    /** The context of the request being executed. */
    public static RequestContext of(DataFetchingEnvironment environment) {
        RequestContext request = environment.getGraphQlContext().get(RequestContext.class);
        if (request == null) {
            throw new IllegalStateException("executed without a RequestContext");
        }
        return request;
    }

    /** What a loader does, from what finds values by their keys in an app. */
    public <K, V> Function<Set<K>, Map<K, V>> inApp(BiFunction<Integer, Set<K>, Map<K, V>> find) {
        return keys -> find.apply(app, keys);
    }

    /** Throws FORBIDDEN unless the caller runs the service. */
    public void requireOperator() {
        if (!operator) {
            throw new RequestException(RequestErrorCode.FORBIDDEN, "A key that is bound to an app may not do this");
        }
    }

    /** The entries under which {@link #of} finds this. */
    public Map<Object, Object> entries() {
        return Map.of(RequestContext.class, this);
    }
}
