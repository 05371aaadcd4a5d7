package laurel.graphql;

import java.util.Optional;
import laurel.request.RequestErrorCode;
import laurel.request.RequestException;

/**
 * Says what an exception of a library means to a caller, for instance that the database cannot be reached. All beans of
 * this type are asked about each exception of a failure's cause chain, outermost first; a failure that none explains is
 * {@link RequestErrorCode#INTERNAL}.
 */
@FunctionalInterface
public interface FailureRule {
    /**
     * Returns the error for the client; empty if this rule does not know the exception.
     *
     * @param failure one exception of the chain; its own causes are asked about separately
     */
    Optional<RequestException> explain(Throwable failure);
}
