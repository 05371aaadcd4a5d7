package laurel.score.ledger;

import io.micronaut.core.annotation.Introspected;
import io.micronaut.data.annotation.Query;
import io.micronaut.data.jdbc.annotation.JdbcRepository;
import io.micronaut.data.model.query.builder.sql.Dialect;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import laurel.database.partition.PartitionedId;
import laurel.database.sql.Numbered;
import laurel.database.sql.SqlRepository;

/** Counts how often participants have submitted. */
@JdbcRepository(dialect = Dialect.POSTGRES)
public interface SubmissionRateRepository extends SqlRepository {
    /**
     * The submissions of a participant to a leaderboard after an instant.
     *
     * @param most they are counted up to this number
     */
    @Introspected
    record ReceivedSince(int leaderboardId, long participantId, Instant since, int most) {
        /** The lowest ID in the partition of the instant. */
        long firstId() {
            return PartitionedId.first(Ledger.month(since));
        }
    }

    /** Reads an index in its order. */
    @Query("""
            SELECT input.n, (
                SELECT count(*)::integer FROM (
                    SELECT FROM score_submission AS l
                    WHERE l.participant_id = input.participant_id AND l.leaderboard_id = input.leaderboard_id
                      AND l.id >= input.first_id AND l.received_at > input.since
                      AND NOT l.group_move AND l.carried_from IS NULL
                    ORDER BY l.received_at DESC, l.id DESC
                    LIMIT input.most) AS received) AS value
            FROM unnest(:lists.leaderboardId, :lists.participantId, :lists.since, :lists.firstId, :lists.most) WITH ORDINALITY
                 AS input (leaderboard_id, participant_id, since, first_id, most, n)
            """)
    List<Numbered<Integer>> find(List<ReceivedSince> lists);

    /** Returns the number of submissions that were received, also quarantined and removed ones. */
    default Map<ReceivedSince, Integer> count(List<ReceivedSince> lists) {
        return Numbered.map(lists, find(lists));
    }
}
