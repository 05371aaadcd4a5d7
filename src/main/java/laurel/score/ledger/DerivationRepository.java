package laurel.score.ledger;

import io.micronaut.core.annotation.Introspected;
import io.micronaut.data.annotation.Query;
import io.micronaut.data.jdbc.annotation.JdbcRepository;
import io.micronaut.data.model.query.builder.sql.Dialect;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import laurel.database.sql.Json;
import laurel.database.sql.Numbered;
import laurel.database.sql.SqlRepository;
import laurel.leaderboard.Group;
import laurel.request.ErrorCode;
import laurel.request.RefusedException;
import laurel.score.entry.Entry;
import laurel.score.entry.GroupingCounts;
import org.jspecify.annotations.Nullable;

/** Asks the ledger what stands, or stood. */
@JdbcRepository(dialect = Dialect.POSTGRES)
public interface DerivationRepository extends SqlRepository {
    @Query("WITH asked AS (" + Derivation.AT_PRESENT + ")" + Derivation.OF_PARTICIPANTS)
    List<Numbered<Derived>> find(List<GroupingCounts> counting, Collection<Long> participants);

    /** What stands for these participants; where nothing does it is absent. */
    default Map<GroupingCounts, List<Derived>> derive(List<GroupingCounts> counting, Collection<Long> participants) {
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
        public Entry entry() {
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
