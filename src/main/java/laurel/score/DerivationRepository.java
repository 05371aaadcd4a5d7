package laurel.score;

import io.micronaut.core.annotation.Introspected;
import io.micronaut.data.annotation.Query;
import io.micronaut.data.jdbc.annotation.JdbcRepository;
import io.micronaut.data.model.query.builder.sql.Dialect;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import laurel.database.Json;
import laurel.database.Numbered;
import laurel.database.SqlRepository;
import laurel.leaderboard.Group;
import laurel.refusal.ErrorCode;
import laurel.refusal.RefusedException;
import org.jspecify.annotations.Nullable;

/** Asks the ledger what stands, or stood. */
@JdbcRepository(dialect = Dialect.POSTGRES)
interface DerivationRepository extends SqlRepository {
    @Query("WITH asked AS (" + Derivation.AT_PRESENT + ")" + Derivation.OF_PARTICIPANTS)
    List<Numbered<Derived>> find(List<Counting> counting, Collection<Long> participants);

    /** What stands for these participants; where nothing does it is absent. */
    default Map<Counting, List<Derived>> derive(List<Counting> counting, Collection<Long> participants) {
        return Numbered.lists(counting, find(counting, participants));
    }

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

        /** This as an entry; refuses a sum that leaves 64 bits as SCORE_OUT_OF_RANGE. */
        Entry entry() {
            try {
                return new Entry(score.longValueExact(), subscore.longValueExact(), achievedAt, submissionId, metadata);
            } catch (ArithmeticException e) {
                throw new RefusedException(
                        ErrorCode.SCORE_OUT_OF_RANGE,
                        "The sum of the remaining submissions exceeds 64 bits.",
                        "submissionId");
            }
        }
    }
}
