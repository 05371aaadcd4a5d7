package laurel.job;

import io.micronaut.serde.annotation.Serdeable;
import java.time.Instant;
import laurel.request.Refusal;
import org.jspecify.annotations.Nullable;

/**
 * How jobs of one kind are done. All three types are {@code Serdeable}.
 *
 * @param <P> the parameters
 * @param <C> the continuation: where the next part begins
 * @param <R> the result so far, a type of the schema's union JobResult
 */
public interface JobWork<P, C, R> {
    JobKind kind();

    Types<P, C, R> types();

    /** Runs before the transaction of each part, and prepares what cannot be done in that transaction. */
    default void prepare(Instant now) {}

    /**
     * Does the next part of a job in the caller's transaction, which has no deadline. A part that was rolled back is done
     * again. May throw {@link laurel.request.RefusedException}, which fails the job after the transaction was rolled back, and
     * {@link laurel.database.partition.MissingPartitionException}.
     */
    Step<C, R> part(Part<P, C, R> part, Instant now);

    /** The types of the JSON that a job stores. */
    record Types<P, C, R>(Class<P> parameters, Class<C> continuation, Class<R> result) {}

    /** The continuation of work that stores what is left in its own table. */
    @Serdeable
    record Stored() {}

    /**
     * The next part of a job.
     *
     * @param from   null in the first part
     * @param result of the parts before; null in the first part
     */
    record Part<P, C, R>(
            int app,
            P parameters,
            @Nullable C from,
            @Nullable R result) {}

    /**
     * Result of a part.
     *
     * @param next     where the next part begins; null if this was the last
     * @param result   so far
     * @param progress fraction of the job that is done, 0 to 1; null if it is not known
     * @param refusal  fails the job in the transaction of the part, under its locks, and with what the part has written; null if
     *                 the part is done
     * @param waits    whether the next part can only begin after other work of the service: the next run tries it
     */
    record Step<C, R>(
            @Nullable C next,
            R result,
            @Nullable Double progress,
            @Nullable Refusal refusal,
            boolean waits) {
        /** A part that is done. */
        public Step(@Nullable C next, R result, @Nullable Double progress) {
            this(next, result, progress, null, false);
        }

        /** A part that fails the job. */
        public static <C, R> Step<C, R> failed(R result, Refusal refusal) {
            return new Step<>(null, result, null, refusal, false);
        }

        /** A part that begins later. */
        public static <C, R> Step<C, R> waiting(C next, R result) {
            return new Step<>(next, result, null, null, true);
        }

        /** The last part. */
        public static <C, R> Step<C, R> last(R result) {
            return new Step<>(null, result, 1.0);
        }
    }
}
