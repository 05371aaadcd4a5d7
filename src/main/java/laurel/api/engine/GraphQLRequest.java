package laurel.api.engine;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Parameters of a well-formed GraphQL request. The query may be invalid.
 *
 * @param query      text; empty if the request only names a listed document
 * @param documentId ID of a listed document; null if it names none, or if it names one by an extension
 */
public record GraphQLRequest(
        String query,
        @Nullable String operationName,
        Map<String, @Nullable Object> variables,
        Map<String, @Nullable Object> extensions,
        @Nullable String documentId) {
    /** Apollo's extension that names a listed document. */
    public static final String PERSISTED_QUERY = "persistedQuery";

    public GraphQLRequest(
            String query,
            @Nullable String operationName,
            Map<String, @Nullable Object> variables,
            Map<String, @Nullable Object> extensions) {
        this(query, operationName, variables, extensions, null);
    }

    /** The same request with the text of its document. */
    public GraphQLRequest withQuery(String text) {
        return new GraphQLRequest(text, operationName, variables, extensions);
    }
}
