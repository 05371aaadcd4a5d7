package laurel.score;

import io.micronaut.core.annotation.Introspected;
import java.math.BigDecimal;
import java.time.Instant;
import laurel.database.Json;
import laurel.leaderboard.Group;
import laurel.refusal.RefusalCode;
import laurel.refusal.RefusedException;
import org.jspecify.annotations.Nullable;

/** What stands for a participant in a window, as it follows from the ledger: a row of {@link Derivation}. */
@Introspected
record Derived(
        long windowId,
        long participantId,
        Group groupValues,
        BigDecimal score,
        BigDecimal subscore,
        Instant achievedAt,
        long submissionId,
        @Nullable Json metadata) {

    /** This as an entry; refuses a sum that leaves 64 bits as OUT_OF_RANGE. */
    Entry entry() {
        try {
            return new Entry(score.longValueExact(), subscore.longValueExact(), achievedAt, submissionId, metadata);
        } catch (ArithmeticException e) {
            throw new RefusedException(
                    RefusalCode.OUT_OF_RANGE, "The sum of the submissions that are left leaves 64 bits.", "id");
        }
    }
}
