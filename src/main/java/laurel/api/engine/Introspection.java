package laurel.api.engine;

import graphql.GraphQLError;
import graphql.execution.AbortExecutionException;
import graphql.normalized.ExecutableNormalizedOperation;
import io.micronaut.context.annotation.Value;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import laurel.api.access.RoleSetting;
import laurel.api.error.CodedError;
import laurel.request.RequestErrorCode;
import laurel.request.access.Identity;
import laurel.request.access.Role;
import org.jspecify.annotations.Nullable;

/**
 * Which callers may read the schema. Other callers may not select {@code __schema} and {@code __type}, and errors of
 * validation name nothing that they have not sent: neither required arguments nor types.
 */
@Singleton
public final class Introspection {
    private static final String SETTING = "laurel.introspection.role";
    private static final Set<String> FIELDS = Set.of("__schema", "__type");

    /** The kind of the error and a path in the client's query, which the rest of the message explains. */
    private static final Pattern KIND = Pattern.compile("(Validation [Ee]rror \\([^)]*\\)) ?:.*", Pattern.DOTALL);

    private final @Nullable Role least;

    Introspection(@Value("${laurel.introspection.role:ANONYMOUS}") String role) {
        this.least = RoleSetting.parse(SETTING, role).orElse(null);
    }

    private boolean isAllowed(Identity identity) {
        return least != null && identity.role().includes(least);
    }

    /** Throws FORBIDDEN if the operation reads the schema and its caller may not. */
    void check(ExecutableNormalizedOperation operation, Identity identity) {
        if (!isAllowed(identity)
                && operation.getTopLevelFields().stream().anyMatch(field -> FIELDS.contains(field.getFieldName()))) {
            throw new AbortExecutionException(List.of(new CodedError(
                    RequestErrorCode.FORBIDDEN,
                    least == null
                            ? "Introspection is turned off (`" + SETTING + "`)."
                            : "Introspection requires the role " + least + " (`" + SETTING + "`).")));
        }
    }

    /** Returns the errors of an invalid document as this caller may see them. */
    public List<GraphQLError> visibleErrors(ParsedDocument.Invalid invalid, Identity identity) {
        return isAllowed(identity)
                ? invalid.errors()
                : invalid.errors().stream().map(Introspection::withoutNames).toList();
    }

    private static GraphQLError withoutNames(GraphQLError error) {
        Matcher message = KIND.matcher(error.getMessage());
        return error instanceof CodedError coded && message.matches()
                ? new CodedError(coded.code(), message.group(1) + ".", coded.locations(), coded.path())
                : error;
    }
}
