package laurel.api;

import graphql.GraphQLException;
import graphql.execution.OneOfNullValueException;
import graphql.execution.OneOfTooManyKeysException;
import jakarta.inject.Singleton;
import java.util.Optional;
import laurel.graphql.FailureRule;
import laurel.graphql.RequestErrorCode;
import laurel.graphql.RequestException;

/** A @oneOf input has no field, a null or several fields: graphql-java throws that instead of returning an error. */
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
