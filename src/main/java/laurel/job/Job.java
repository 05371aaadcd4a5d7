package laurel.job;

import io.micronaut.core.annotation.Introspected;
import io.micronaut.serde.annotation.Serdeable;
import java.time.Instant;
import java.util.List;
import laurel.database.sql.Json;
import laurel.request.ErrorCode;
import laurel.request.Measured;
import laurel.request.Refusal;
import org.jspecify.annotations.Nullable;

/**
 * Work that is done in the background, part by part.
 *
 * @param parameters   of the type that its {@link JobWork} says
 * @param continuation where the next part begins; null before the first part, and once it is finished
 * @param result       what was done so far; null before the first part is done
 * @param progress     fraction that is done, 0 to 1; null if it is not known
 * @param error        why it failed; null if it did not
 * @param startedAt    when its first part began; null before
 * @param finishedAt   when it succeeded, failed or was cancelled; null before
 */
@Introspected
public record Job(
        long id,
        int appId,
        JobKind kind,
        JobState state,
        Json parameters,
        @Nullable Json continuation,
        @Nullable Json result,
        @Nullable Double progress,
        @Nullable JobError error,
        Instant createdAt,
        @Nullable Instant startedAt,
        @Nullable Instant finishedAt)
        implements Measured {

    /** Whether it may be cancelled while it is not finished. */
    public boolean cancellable() {
        return kind.cancellable() && !state.finished();
    }

    /** Why a job failed. */
    @Serdeable
    public record JobError(ErrorCode code, String message, List<String> path) {
        static JobError of(Refusal refusal) {
            return new JobError(refusal.code(), refusal.message(), refusal.path());
        }

        public Refusal refusal() {
            return new Refusal(code, message, path);
        }
    }

    @Override
    public long heldBytes() {
        return result == null ? 0 : result.text().length();
    }

    /**
     * Which jobs a list has.
     *
     * @param kind  null for all
     * @param state null for all
     */
    public record JobFilter(
            @Nullable JobKind kind, @Nullable JobState state) {}
}
