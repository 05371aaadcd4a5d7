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
import laurel.leaderboard.Grouping;
import laurel.request.ErrorCode;
import laurel.request.RefusedException;
import laurel.score.entry.Entry;
import org.jspecify.annotations.Nullable;

/** Derives entries from the ledger. */
@JdbcRepository(dialect = Dialect.POSTGRES)
public interface DerivationRepository extends SqlRepository {
    @Query("WITH scopes AS (" + Derivation.AT_PRESENT + ")" + Derivation.OF_PARTICIPANTS)
    List<Numbered<Derived>> find(List<DerivationScope> scopes, Collection<Long> participants);

    /** Returns the entries of these participants. Scopes without entries are absent. */
    default Map<DerivationScope, List<Derived>> derive(List<DerivationScope> scopes, Collection<Long> participants) {
        return Numbered.lists(scopes, find(scopes, participants));
    }

    /** A row of {@link Derivation}: the entry of a participant in a window. */
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

        /**
         * Returns the entry in a grouping. Refuses a sum that exceeds 64 bits as SCORE_OUT_OF_RANGE.
         *
         * @param field the field of the input that the refusal names
         */
        public Entry entry(Grouping grouping, String field) {
            try {
                Group group = grouping.group(groupValues.values());
                return new Entry(
                        group, score.longValueExact(), subscore.longValueExact(), achievedAt, submissionId, metadata);
            } catch (ArithmeticException e) {
                throw new RefusedException(
                        ErrorCode.SCORE_OUT_OF_RANGE, "The sum of the remaining submissions exceeds 64 bits.", field);
            }
        }
    }
}
