package laurel.graphql;

import graphql.GraphQLContext;
import java.time.Instant;
import java.util.Map;

/**
 * What a GraphQL request carries to its fetchers.
 *
 * @param app the app (tenant) that the caller acts in
 * @param now the moment at which the request is answered; one per request, so that all its parts agree
 */
public record RequestContext(int app, Instant now) {
    /** The app that the first migration makes. */
    public static final int DEFAULT_APP = 1;

    /** The context of the request being executed. */
    public static RequestContext of(GraphQLContext context) {
        RequestContext request = context.get(RequestContext.class);
        if (request == null) {
            throw new IllegalStateException("executed without a RequestContext");
        }
        return request;
    }

    /** The entries under which {@link #of} finds this. */
    public Map<Object, Object> entries() {
        return Map.of(RequestContext.class, this);
    }
}
