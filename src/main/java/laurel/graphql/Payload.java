package laurel.graphql;

import graphql.language.FieldDefinition;
import graphql.language.ObjectTypeDefinition;
import graphql.language.TypeDefinition;
import graphql.schema.DataFetcher;
import graphql.schema.DataFetchingEnvironmentImpl;
import graphql.schema.PropertyDataFetcher;
import java.util.List;
import java.util.Objects;
import laurel.request.Refusal;
import org.jspecify.annotations.Nullable;

/**
 * The payload of a mutation: an object of a type with a name that ends in {@code Payload}.
 *
 * @param result the created, changed or deleted object; null if the mutation failed
 * @param errors the reasons of the failure; empty if the mutation succeeded
 */
public record Payload<T>(@Nullable T result, List<Refusal> errors) {
    private static final String SUFFIX = "Payload";
    private static final String ERRORS = "errors";

    /** The payload of a result, or of a refusal. */
    static Payload<?> of(@Nullable Object result) {
        return result instanceof Refusal refusal
                ? new Payload<>(null, List.of(refusal))
                : new Payload<>(result, List.of());
    }

    /** Whether this is the name of a payload type. */
    static boolean isType(String name) {
        return name.endsWith(SUFFIX);
    }

    /**
     * Fetches a field of a payload that no binding fetches. If there is one field besides {@code errors}, it is the result; if
     * there are several, they are properties of the result.
     */
    static DataFetcher<?> fetcher(TypeDefinition<?> payload, String field) {
        if (field.equals(ERRORS)) {
            return environment -> payload(environment.getSource()).errors;
        }
        List<FieldDefinition> fields = ((ObjectTypeDefinition) payload).getFieldDefinitions();
        DataFetcher<?> property = PropertyDataFetcher.fetching(field);
        return environment -> {
            Object result = payload(environment.getSource()).result;
            return result == null || fields.size() == 2
                    ? result
                    : property.get(DataFetchingEnvironmentImpl.newDataFetchingEnvironment(environment)
                            .source(result)
                            .build());
        };
    }

    private static Payload<?> payload(@Nullable Object source) {
        return (Payload<?>) Objects.requireNonNull(source, SUFFIX);
    }
}
