package laurel.api.error;

import static java.util.stream.Collectors.joining;

import graphql.execution.OneOfNullValueException;
import graphql.execution.OneOfTooManyKeysException;
import graphql.schema.GraphQLInputObjectType;
import graphql.schema.GraphQLSchema;
import io.micronaut.context.BeanProvider;
import jakarta.inject.Singleton;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import laurel.graphql.FailureRule;
import laurel.request.RequestErrorCode;
import laurel.request.RequestException;

/**
 * Errors of {@code @oneOf} inputs with no field, a null or several fields. graphql-java throws an exception for them, which
 * does not name the possible fields.
 */
@Singleton
final class OneOfErrors implements FailureRule {
    private static final Pattern MESSAGE = Pattern.compile(
            "(?:Exactly one key must be specified for OneOf type '(\\w+)'|OneOf type field '(\\w+)\\.\\w+' must be non-null)\\.?");

    private final BeanProvider<GraphQLSchema> schema;

    OneOfErrors(BeanProvider<GraphQLSchema> schema) {
        this.schema = schema;
    }

    /** The rule of the type, as a predicate that follows the name of an input. */
    static String rule(GraphQLInputObjectType type) {
        return "must set exactly one of "
                + type.getFields().stream()
                        .map(field -> "`" + field.getName() + "`")
                        .collect(joining(", "))
                + ", and not to null.";
    }

    /** Replaces the message of graphql-java by one that names the fields. */
    String rewritten(String message) {
        Matcher found = MESSAGE.matcher(message);
        if (!found.find()) {
            return message;
        }
        String type = found.group(1) == null ? found.group(2) : found.group(1);
        return schema.get().getType(type) instanceof GraphQLInputObjectType input
                ? message.substring(0, found.start()) + "An argument of type " + type + " " + rule(input)
                        + message.substring(found.end())
                : message;
    }

    @Override
    public Optional<RequestException> explain(Throwable failure) {
        return failure instanceof OneOfNullValueException || failure instanceof OneOfTooManyKeysException
                ? Optional.of(new RequestException(
                        RequestErrorCode.INVALID_ARGUMENT, rewritten(String.valueOf(failure.getMessage())), failure))
                : Optional.empty();
    }
}
