package laurel.api;

import graphql.GraphQLException;
import graphql.execution.OneOfNullValueException;
import graphql.execution.OneOfTooManyKeysException;
import jakarta.inject.Singleton;
import java.util.Optional;
import laurel.graphql.FailureRule;
import laurel.graphql.RequestErrorCode;
import laurel.graphql.RequestException;

/** An input with exactly one field has none, a null or several. graphql-java throws that where others are errors of the result. */
@Singleton
final class BrokenOneOf implements FailureRule {
    @Override
    public Optional<RequestException> explain(Throwable failure) {
        return failure instanceof OneOfNullValueException || failure instanceof OneOfTooManyKeysException
                ? Optional.of(broken((GraphQLException) failure))
                : Optional.empty();
    }

    private static RequestException broken(GraphQLException failure) {
        String message = failure.getMessage();
        return new RequestException(
                RequestErrorCode.INVALID_ARGUMENT,
                message == null ? "Exactly one field must be set." : message,
                failure);
    }
}
