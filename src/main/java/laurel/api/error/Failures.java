package laurel.api.error;

import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import laurel.database.connection.Outage;
import laurel.graphql.FailureRule;
import laurel.request.RequestErrorCode;
import laurel.request.RequestException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns whatever was thrown into what the caller may see. What no rule explains goes to the log with its stack trace
 * under an id, and the caller gets the id.
 */
@Singleton
public final class Failures {
    private static final Logger LOG = LoggerFactory.getLogger(Failures.class);
    private static final int LONGEST_CHAIN = 30;
    private static final Set<RequestErrorCode> OURS =
            EnumSet.of(RequestErrorCode.UNAVAILABLE, RequestErrorCode.TIMEOUT, RequestErrorCode.INTERNAL);

    private final List<FailureRule> rules;

    Failures(List<FailureRule> rules) {
        this.rules = List.copyOf(rules);
    }

    public RequestException explain(Throwable failure) {
        for (Throwable link : chain(failure)) {
            if (link instanceof RequestException known) {
                return noted(known);
            }
            for (FailureRule rule : rules) {
                Optional<RequestException> explained = rule.explain(link);
                if (explained.isPresent()) {
                    return noted(explained.get());
                }
            }
        }
        return internal(failure);
    }

    /** The log gets a line if the operator has to act, not if the caller has to. An outage has a line of its own. */
    private static RequestException noted(RequestException known) {
        Throwable cause = known.getCause();
        if (cause != null && OURS.contains(known.code()) && !Outage.isUnusable(cause)) {
            LOG.warn("{}: {}", known.message(), cause.toString());
        }
        return known;
    }

    /** A fault of ours, noted in the log. */
    RequestException internal(Throwable failure) {
        UUID id = UUID.randomUUID();
        LOG.error("Internal error, id {}", id, failure);
        return new RequestException(RequestErrorCode.INTERNAL, "Internal error, id " + id, failure);
    }

    /** Without the wrappers of futures, so that one failure met on several paths is one object. */
    public static Throwable unwrap(Throwable failure) {
        Throwable inner = failure;
        while ((inner instanceof CompletionException || inner instanceof ExecutionException)
                && inner.getCause() != null) {
            inner = inner.getCause();
        }
        return inner;
    }

    private static List<Throwable> chain(Throwable failure) {
        List<Throwable> chain = new ArrayList<>();
        Throwable link = failure;
        while (link != null && chain.size() < LONGEST_CHAIN) {
            chain.add(link);
            link = link.getCause();
        }
        return chain;
    }
}
