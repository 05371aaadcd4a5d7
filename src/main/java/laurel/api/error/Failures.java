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
 * Translates exceptions to errors that clients may see. An exception without a rule is logged with its stack trace under an
 * ID, and the client receives the ID.
 */
@Singleton
public final class Failures {
    private static final Logger LOG = LoggerFactory.getLogger(Failures.class);
    private static final int MAX_CAUSES = 30;
    private static final Set<RequestErrorCode> SERVICE_CODES =
            EnumSet.of(RequestErrorCode.UNAVAILABLE, RequestErrorCode.TIMEOUT, RequestErrorCode.INTERNAL);

    private final List<FailureRule> rules;

    Failures(List<FailureRule> rules) {
        this.rules = List.copyOf(rules);
    }

    public RequestException explain(Throwable failure) {
        for (Throwable link : chain(failure)) {
            if (link instanceof RequestException known) {
                return logged(known);
            }
            for (FailureRule rule : rules) {
                Optional<RequestException> explained = rule.explain(link);
                if (explained.isPresent()) {
                    return logged(explained.get());
                }
            }
        }
        return internal(failure);
    }

    /** Logs an error that the operator must act on. Outages are logged elsewhere. */
    private static RequestException logged(RequestException known) {
        Throwable cause = known.getCause();
        if (cause != null && SERVICE_CODES.contains(known.code()) && !Outage.isUnusable(cause)) {
            LOG.warn("{}: {}", known.message(), cause.toString());
        }
        return known;
    }

    /** Logs an unexpected exception and returns an error with its ID. */
    RequestException internal(Throwable failure) {
        UUID id = UUID.randomUUID();
        LOG.error("Internal error, id {}", id, failure);
        return new RequestException(RequestErrorCode.INTERNAL, "Internal error, id " + id + ".", failure);
    }

    /** Removes the wrappers of futures, so that equal failures on several paths are one object. */
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
        while (link != null && chain.size() < MAX_CAUSES) {
            chain.add(link);
            link = link.getCause();
        }
        return chain;
    }
}
