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
 * A @oneOf input has no field, a null or several fields. graphql-java throws that instead of returning an error, and does
 * not say which fields there are.
 */
@Singleton
final class OneOfErrors implements FailureRule {
    private static final Pattern MESSAGE = Pattern.compile(
            "(?:Exactly one key must be specified for OneOf type '(\\w+)'|OneOf type field '(\\w+)\\.\\w+' must be non-null)\\.?");

    private final BeanProvider<GraphQLSchema> schema;

    OneOfErrors(BeanProvider<GraphQLSchema> schema) {
        this.schema = schema;
    }

    /** What the type demands, as what follows a place. */
    static String rule(GraphQLInputObjectType type) {
        return "must set exactly one of "
                + type.getFields().stream()
                        .map(field -> "`" + field.getName() + "`")
                        .collect(joining(", "))
                + ", and not to null";
    }

    /** A message of graphql-java with the fields to choose from. */
    String worded(String message) {
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
                        RequestErrorCode.INVALID_ARGUMENT, worded(String.valueOf(failure.getMessage())), failure))
                : Optional.empty();
    }
}
