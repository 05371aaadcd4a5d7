package laurel.graphql;

import java.util.Optional;
import laurel.request.RequestErrorCode;
import laurel.request.RequestException;

/**
 * Translates exceptions of a library to errors for clients, for example if the database is unavailable. Each exception of
 * a failure's cause chain, outermost first, is passed to all beans of this type. A failure that no rule knows is {@link
 * RequestErrorCode#INTERNAL}.
 */
@FunctionalInterface
public interface FailureRule {
    /**
     * Returns the error for the client; empty if this rule does not know the exception.
     *
     * @param failure one exception of the chain; its causes are passed separately
     */
    Optional<RequestException> explain(Throwable failure);
}
