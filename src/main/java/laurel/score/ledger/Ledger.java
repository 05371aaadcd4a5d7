package laurel.score.ledger;

import static java.util.stream.Collectors.toMap;

import io.micronaut.core.annotation.Introspected;
import io.micronaut.data.annotation.Query;
import io.micronaut.data.jdbc.annotation.JdbcRepository;
import io.micronaut.data.model.query.builder.sql.Dialect;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import laurel.database.partition.GrowingTable;
import laurel.database.partition.MonthPartitions;
import laurel.database.partition.PartitionedId;
import laurel.database.sql.Numbered;
import laurel.database.sql.Sql;
import laurel.database.sql.SqlRepository;
import laurel.request.ListRequest;
import laurel.score.ledger.ScoreSubmission.SubmissionFilter;
import laurel.score.submission.CheckedSubmission;
import laurel.score.submission.ReceivedSubmission;
import laurel.score.submission.SubmissionResult;
import laurel.score.submission.SubmissionResult.Answer;
import org.jspecify.annotations.Nullable;

/**
 * Every submission, as it was sent. One partition for each month of receipt (UTC); the month is the high part of the
 * id, so that an id, or a time from which to look, names its partitions.
 */
@JdbcRepository(dialect = Dialect.POSTGRES)
public abstract class Ledger implements SqlRepository, GrowingTable {
    private final MonthPartitions partitions;

    Ledger(Sql sql) {
        this.partitions = new MonthPartitions(sql, "score_submission", "received in month ");
    }

    /** The month of a moment, as ids of submissions have it. */
    public static long month(Instant moment) {
        return MonthPartitions.month(moment);
    }

    /** Makes the partitions of the months that these were received in, unless they are known to exist. */
    public void open(Collection<ReceivedSubmission> submissions) {
        partitions.open(submissions.stream().map(ReceivedSubmission::at).toList());
    }

    /** Makes the partition of what is received then, unless it is known to exist. */
    public void open(Instant receivedAt) {
        partitions.open(List.of(receivedAt));
    }

    @Override
    public void openAhead(Instant now) {
        partitions.openAhead(now);
    }

    /** An id for each of these; their numbers ascend. */
    @Query("""
            SELECT month << 40 | nextval('score_submission_number')
            FROM unnest(:items.month) WITH ORDINALITY AS received (month, n)
            ORDER BY n
            """)
    public abstract List<Long> nextIds(List<CheckedSubmission> items);

    /** The submissions under the idempotency keys of these, received at most {@code retention} before the first of these. */
    public List<LedgerRow> byIdempotencyKeys(List<CheckedSubmission> items, Duration retention) {
        Instant since = items.stream()
                .map(CheckedSubmission::receivedAt)
                .min(Comparator.naturalOrder())
                .orElseThrow()
                .minus(retention);
        return byIdempotencyKeys(items, since, PartitionedId.first(month(since)));
    }

    @Query("""
            SELECT s.*, b.decimals
            FROM unnest(:items.board.id, :items.sent.idempotencyKey) AS wanted (leaderboard_id, idempotency_key)
            -- Lateral and with OFFSET, so that it is index look-ups whatever the planner believes of a new month's table.
            CROSS JOIN LATERAL (
                SELECT * FROM score_submission AS l
                WHERE l.leaderboard_id = wanted.leaderboard_id AND l.idempotency_key = wanted.idempotency_key
                  -- The month of the oldest retry, so that older partitions are not opened.
                  AND l.id >= :firstId AND l.received_at > :since
                OFFSET 0) AS s
            JOIN leaderboard AS b ON b.id = s.leaderboard_id
            """)
    public abstract List<LedgerRow> byIdempotencyKeys(List<CheckedSubmission> items, Instant since, long firstId);

    @Query("""
            SELECT s.*, b.decimals
            FROM unnest(:ids) AS wanted (id)
            CROSS JOIN LATERAL (SELECT * FROM score_submission AS l WHERE l.id = wanted.id AND l.app_id = :app OFFSET 0) AS s
            JOIN leaderboard AS b ON b.id = s.leaderboard_id
            """)
    abstract List<Counted> findByIds(int app, Collection<Long> ids);

    /** The submission of this id with the windows that took it; empty where the app has none. */
    public Optional<Counted> byId(int app, long id) {
        return findByIds(app, List.of(id)).stream().findFirst();
    }

    /** The submissions of these ids, by id; unknown ids and those of other apps are absent. */
    public Map<Long, ScoreSubmission> byIds(int app, Collection<Long> ids) {
        return findByIds(app, ids).stream()
                .map(Counted::submission)
                .collect(toMap(ScoreSubmission::id, Function.identity()));
    }

    /** From now on it counts nowhere; 0 where it does not since earlier. */
    @Query("""
            UPDATE score_submission SET removed_at = :now, removal_reason = :reason
            WHERE id = :id AND removed_at IS NULL
            """)
    public abstract int remove(long id, @Nullable String reason, Instant now);

    /** In a window, of a participant; the number is {@link ScoreSubmission#number}. */
    @Query("""
            SELECT wanted.n, b.decimals, s.*
            FROM unnest(:lists.filter.windowId, :lists.filter.participantId, :lists.after, :lists.limit) WITH ORDINALITY
                 AS wanted (window_id, participant_id, before, most, n)
            JOIN leaderboard_window AS w ON w.id = wanted.window_id AND w.app_id = :app
            JOIN leaderboard AS b ON b.id = w.leaderboard_id
            CROSS JOIN LATERAL (
                SELECT * FROM score_submission AS l
                WHERE l.leaderboard_id = w.leaderboard_id AND l.participant_id = wanted.participant_id
                  AND l.achieved_at >= coalesce(w.starts_at, '-infinity')
                  -- A season may be ended before what has counted in it.
                  AND l.achieved_at < CASE w.kind WHEN 'SEASON' THEN 'infinity' ELSE coalesce(w.ends_at, 'infinity') END
                  AND w.id = ANY (l.window_ids) AND l.id & ((1::bigint << 40) - 1) < wanted.before
                ORDER BY l.id & ((1::bigint << 40) - 1) DESC
                LIMIT wanted.most) AS s
            ORDER BY wanted.n, s.id & ((1::bigint << 40) - 1) DESC
            """)
    abstract List<Numbered<ScoreSubmission>> findCounted(int app, List<ListRequest<SubmissionFilter, Long>> lists);

    /** The submissions that each asks for; where there are none it is absent. */
    public Map<ListRequest<SubmissionFilter, Long>, List<ScoreSubmission>> counted(
            int app, List<ListRequest<SubmissionFilter, Long>> lists) {
        return Numbered.lists(lists, findCounted(app, lists));
    }

    @Query("""
            INSERT INTO score_submission (id, app_id, leaderboard_id, participant_id, score, subscore, achieved_at,
                                          received_at, board_time, group_values, keeps_group, window_ids, metadata,
                                          idempotency_key, digest, answer)
            SELECT s.id, :app, s.leaderboard_id, s.participant_id, s.score, s.subscore, s.achieved_at, s.received_at, s.board_time,
                   s.group_values, s.keeps_group, s.window_ids::bigint[], s.metadata, s.idempotency_key, s.digest, s.answer
            -- An array for each row travels as text: unnest takes arrays of arrays apart to the last.
            FROM unnest(:rows.submission.id, :rows.submission.leaderboardId, :rows.submission.participantId,
                        :rows.submission.score, :rows.submission.subscore, :rows.submission.achievedAt,
                        :rows.submission.receivedAt, :rows.boardTime, :rows.submission.groupValues, :rows.keepsGroup,
                        :rows.windowArray, :rows.submission.metadata, :rows.submission.idempotencyKey, :rows.digest,
                        :rows.keptAnswer)
                 AS s (id, leaderboard_id, participant_id, score, subscore, achieved_at, received_at, board_time,
                       group_values, keeps_group, window_ids, metadata, idempotency_key, digest, answer)
            """)
    public abstract void insert(int app, List<LedgerRow> rows);

    /**
     * A submission with what the ledger keeps beside it.
     *
     * @param boardTime the board's time that it was judged by
     * @param windowIds the windows that took it
     * @param keepsGroup whether it named its group only for where nothing stood
     * @param digest    with an idempotency key, tells whether a retry is the same
     * @param answer    what it came to; kept with an idempotency key, for retries
     */
    @Introspected
    public record LedgerRow(
            ScoreSubmission submission,
            Instant boardTime,
            List<Long> windowIds,
            boolean keepsGroup,
            @Nullable String digest,
            Answer answer) {

        public SubmissionResult.ScoreReceipt receipt(boolean duplicate) {
            return new SubmissionResult.ScoreReceipt(submission, duplicate, answer);
        }

        /** The ids of the windows as PostgreSQL writes an array. */
        String windowArray() {
            return windowIds.stream().map(String::valueOf).collect(Collectors.joining(",", "{", "}"));
        }

        @Nullable
        Answer keptAnswer() {
            return submission.idempotencyKey() == null ? null : answer;
        }
    }

    /** A submission and the windows that took it. */
    @Introspected
    public record Counted(ScoreSubmission submission, List<Long> windowIds) {}
}
