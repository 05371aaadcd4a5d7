package laurel.api.error;

import jakarta.inject.Singleton;
import java.sql.SQLException;
import java.util.Optional;
import laurel.database.connection.Outage;
import laurel.database.partition.MissingPartitionException;
import laurel.graphql.FailureRule;
import laurel.request.RequestErrorCode;
import laurel.request.RequestException;

/**
 * Translates failures of the database. {@code UNAVAILABLE}: an {@link Outage}; a transaction conflict (class 40) after all
 * retries; a lock timeout (55P03); a missing partition after all retries; columns that a newer version has just added.
 * {@code TIMEOUT}: a statement timeout.
 */
@Singleton
final class DatabaseFailureRule implements FailureRule {
    private static final String QUERY_CANCELED = "57014";
    private static final String READ_ONLY = "25006";
    private static final String LOCK_NOT_AVAILABLE = "55P03";

    @Override
    public Optional<RequestException> explain(Throwable failure) {
        if (failure instanceof MissingPartitionException) {
            return Optional.of(unavailable("The partitions that the request needs keep changing; try again.", failure));
        }
        if (!(failure instanceof SQLException sql)) {
            return Outage.isDatabaseFailure(failure) ? Optional.of(unreachable(failure)) : Optional.empty();
        }
        String state = sql.getSQLState() == null ? "" : sql.getSQLState();
        if (state.equals(QUERY_CANCELED)) {
            return Optional.of(new RequestException(RequestErrorCode.TIMEOUT, "The database took too long.", failure));
        }
        if (state.equals(READ_ONLY)) {
            return Optional.of(
                    unavailable("The database does not accept writes at the moment; try again later.", failure));
        }
        if (Outage.isDatabaseFailure(sql)) {
            return Optional.of(unreachable(failure));
        }
        if (state.startsWith("40") || state.equals(LOCK_NOT_AVAILABLE)) {
            return Optional.of(unavailable("Too many concurrent changes to the same data; try again.", failure));
        }
        if (Outage.isOutdatedPlan(sql)) {
            return Optional.of(unavailable("The database has just been upgraded; try again.", failure));
        }
        return Optional.empty();
    }

    private static RequestException unreachable(Throwable failure) {
        return unavailable("The database cannot be reached at the moment; try again later.", failure);
    }

    private static RequestException unavailable(String message, Throwable failure) {
        return new RequestException(RequestErrorCode.UNAVAILABLE, message, failure);
    }
}
