package laurel.score.ledger;

import static java.util.stream.Collectors.toMap;

import io.micronaut.core.annotation.Introspected;
import io.micronaut.data.annotation.Query;
import io.micronaut.data.jdbc.annotation.JdbcRepository;
import io.micronaut.data.model.query.builder.sql.Dialect;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import laurel.database.connection.ConnectedServer;
import laurel.database.partition.GrowingTable;
import laurel.database.partition.MonthPartitions;
import laurel.database.partition.PartitionedId;
import laurel.database.sql.Numbered;
import laurel.database.sql.Sql;
import laurel.database.sql.SqlRepository;
import laurel.leaderboard.Group;
import laurel.request.ErrorCode;
import laurel.request.ListRequest;
import laurel.request.RefusedException;
import laurel.score.ledger.ScoreSubmission.SubmissionFilter;
import laurel.score.ledger.SubmissionQuarantine.QuarantineReason;
import org.jspecify.annotations.Nullable;

/**
 * Stores every submission as it was sent, in one partition for each month of receipt (UTC). The high bits of an id are the
 * month, so an id or a time range determines the partitions to read.
 */
@JdbcRepository(dialect = Dialect.POSTGRES)
public abstract class Ledger implements SqlRepository, GrowingTable {
    private final MonthPartitions partitions;

    Ledger(Sql sql, ConnectedServer server) {
        this.partitions = new MonthPartitions(sql, server, "score_submission", "received in month ");
    }

    /** The month of an instant, as in the ids of submissions. */
    public static long month(Instant moment) {
        return MonthPartitions.month(moment);
    }

    /** Creates the partitions of these times of receipt, unless they are known to exist. */
    public void open(Collection<Instant> receivedAt) {
        partitions.open(receivedAt);
    }

    @Override
    public void openAhead(Instant now) {
        partitions.openAhead(now);
    }

    /** Returns an id for each of these months of receipt; the numbers in the ids ascend. */
    @Query("""
            SELECT month << 40 | nextval('score_submission_number')
            FROM unnest(:months) WITH ORDINALITY AS received (month, n)
            ORDER BY n
            """)
    public abstract List<Long> nextIds(List<Long> months);

    /** Returns the submissions with these idempotency keys that were received after an instant. */
    public List<LedgerRow> byIdempotencyKeys(List<IdempotencyKey> keys, Instant since) {
        return byIdempotencyKeys(keys, since, PartitionedId.first(month(since)));
    }

    @Query("""
            SELECT s.*, b.decimals
            FROM unnest(:keys.leaderboardId, :keys.key) AS input (leaderboard_id, idempotency_key)
            -- LATERAL with OFFSET makes these index look-ups, regardless of the statistics of a new partition.
            CROSS JOIN LATERAL (
                SELECT * FROM score_submission AS l
                WHERE l.leaderboard_id = input.leaderboard_id AND l.idempotency_key = input.idempotency_key
                  -- Excludes older partitions.
                  AND l.id >= :firstId AND l.received_at > :since
                OFFSET 0) AS s
            JOIN leaderboard AS b ON b.id = s.leaderboard_id
            """)
    abstract List<LedgerRow> byIdempotencyKeys(List<IdempotencyKey> keys, Instant since, long firstId);

    @Query("""
            SELECT s.*, b.decimals
            FROM unnest(:ids) AS input (id)
            CROSS JOIN LATERAL (SELECT * FROM score_submission AS l WHERE l.id = input.id AND l.app_id = :app
                                AND NOT l.group_move OFFSET 0) AS s
            JOIN leaderboard AS b ON b.id = s.leaderboard_id
            """)
    abstract List<CountedSubmission> findByIds(int app, Collection<Long> ids);

    /** Returns a submission with the windows in which it counts; empty if the app has no such submission. */
    public Optional<CountedSubmission> byId(int app, long id) {
        return findByIds(app, List.of(id)).stream().findFirst();
    }

    public static RefusedException unknown() {
        return new RefusedException(ErrorCode.SUBMISSION_NOT_FOUND, "No submission has this ID.", "submissionId");
    }

    /** Returns submissions by id. Unknown ids and ids of other apps are absent. */
    public Map<Long, ScoreSubmission> byIds(int app, Collection<Long> ids) {
        return findByIds(app, ids).stream()
                .map(CountedSubmission::submission)
                .collect(toMap(ScoreSubmission::id, Function.identity()));
    }

    /** Marks a submission as removed. Returns 0 if it was removed before. */
    @Query("""
            UPDATE score_submission SET removed_at = :now, removal_reason = :reason
            WHERE id = :id AND removed_at IS NULL
            """)
    public abstract int remove(long id, @Nullable String reason, Instant now);

    @Query("""
            SELECT input.n, b.decimals, s.*
            FROM unnest(:lists.filter.windowId, :lists.filter.participantId, :lists.after, :lists.limit) WITH ORDINALITY
                 AS input (window_id, participant_id, before, size, n)
            JOIN leaderboard_window AS w ON w.id = input.window_id AND w.app_id = :app
            JOIN leaderboard AS b ON b.id = w.leaderboard_id
            CROSS JOIN LATERAL (
                SELECT * FROM score_submission AS l
                WHERE l.leaderboard_id = w.leaderboard_id AND l.participant_id = input.participant_id
                  AND l.achieved_at >= coalesce(w.starts_at, '-infinity')
                  -- A season may end before a submission that has counted in it.
                  AND l.achieved_at < CASE w.kind WHEN 'SEASON' THEN 'infinity' ELSE coalesce(w.ends_at, 'infinity') END
                  AND w.id = ANY (l.window_ids) AND l.id & ((1::bigint << 40) - 1) < input.before AND NOT l.group_move
                  AND l.quarantine_times IS DISTINCT FROM '{}'
                ORDER BY l.id & ((1::bigint << 40) - 1) DESC
                LIMIT input.size) AS s
            ORDER BY input.n, s.id & ((1::bigint << 40) - 1) DESC
            """)
    abstract List<Numbered<ScoreSubmission>> findCounted(int app, List<ListRequest<SubmissionFilter, Long>> lists);

    /**
     * Returns the submissions of each list, from the newest to the oldest; the position in a list is {@link
     * ScoreSubmission#number}. Empty lists are absent.
     */
    public Map<ListRequest<SubmissionFilter, Long>, List<ScoreSubmission>> counted(
            int app, List<ListRequest<SubmissionFilter, Long>> lists) {
        return Numbered.lists(lists, findCounted(app, lists));
    }

    @Query("""
            INSERT INTO score_submission (id, app_id, leaderboard_id, participant_id, score, subscore, achieved_at,
                                          received_at, board_time, group_values, keeps_group, corrects_final, window_scope,
                                          window_ids, metadata, idempotency_key, digest, outcome, quarantine_reasons,
                                          quarantine_times)
            SELECT s.id, :app, s.leaderboard_id, s.participant_id, s.score, s.subscore, s.achieved_at, s.received_at, s.board_time,
                   s.group_values, s.keeps_group, s.corrects_final, s.window_scope, s.window_ids::bigint[], s.metadata,
                   s.idempotency_key, s.digest, s.outcome, s.reasons::text[],
                   CASE WHEN s.reasons IS NOT NULL THEN '{}'::timestamptz[] END
            -- Arrays are sent as text, because unnest flattens nested arrays completely.
            FROM unnest(:rows.submission.id, :rows.submission.leaderboardId, :rows.submission.participantId,
                        :rows.submission.score, :rows.submission.subscore, :rows.submission.achievedAt,
                        :rows.submission.receivedAt, :rows.boardTime, :rows.submission.groupValues, :rows.keepsGroup,
                        :rows.correctsFinal, :rows.windowScope,
                        :rows.windowArray, :rows.submission.metadata, :rows.submission.idempotencyKey, :rows.digest,
                        :rows.storedOutcome, :rows.reasonArray)
                 AS s (id, leaderboard_id, participant_id, score, subscore, achieved_at, received_at, board_time,
                       group_values, keeps_group, corrects_final, window_scope, window_ids, metadata, idempotency_key,
                       digest, outcome, reasons)
            """)
    public abstract void insert(int app, List<LedgerRow> rows);

    /** Stores moves of participants to other groups. */
    @Query("""
            INSERT INTO score_submission (id, app_id, leaderboard_id, participant_id, subscore, achieved_at, received_at,
                                          board_time, group_values, window_ids, group_move)
            SELECT m.id, :app, m.leaderboard_id, m.participant_id, 0, m.within, :now, m.board_time, m.group_values,
                   ARRAY[m.window_id], true
            FROM unnest(:moves.id, :moves.leaderboardId, :moves.participantId, :moves.within, :moves.boardTime,
                        :moves.groupValues, :moves.windowId)
                 AS m (id, leaderboard_id, participant_id, within, board_time, group_values, window_id)
            """)
    public abstract void insertMoves(int app, List<GroupMove> moves, Instant now);

    /**
     * Removes the moves of a participant in windows in which it has no entry any more. Its next entry is in the group of its
     * submission. A move that a backfill has added to other windows stays in those; standings of the emptied windows as of earlier
     * times then ignore it.
     */
    @Query("""
            UPDATE score_submission
            SET removed_at = CASE WHEN window_ids <@ :windows::bigint[] THEN :now::timestamptz END,
                window_ids = CASE WHEN window_ids <@ :windows::bigint[] THEN window_ids
                                  ELSE ARRAY(SELECT one FROM unnest(window_ids) AS one WHERE one <> ALL (:windows::bigint[])) END
            WHERE leaderboard_id = :board AND participant_id = :participant AND group_move AND window_ids && :windows::bigint[]
              AND removed_at IS NULL
            """)
    public abstract void removeMoves(int board, long participant, Collection<Long> windows, Instant now);

    /**
     * The move of a participant to its new groups in a window: a row without a score, which {@link Derivation} reads.
     *
     * @param within      an instant in the window
     * @param boardTime   the leaderboard's time of the move
     * @param groupValues values of all attributes of the participant's entries in the window
     */
    @Introspected
    public record GroupMove(
            long id,
            int leaderboardId,
            long participantId,
            Instant within,
            Instant boardTime,
            Group groupValues,
            long windowId) {}

    /** A participant in a window. */
    @Introspected
    public record RemovedEntry(long windowId, long participantId) {}

    /** Returns those of these entries from which the participant is removed, whether or not it has an entry again. */
    @Query("""
            SELECT DISTINCT r.window_id, r.participant_id
            FROM unnest(:entries.windowId, :entries.participantId) AS input (window_id, participant_id)
            JOIN score_removal AS r
              ON r.window_id = input.window_id AND r.participant_id = input.participant_id AND r.restored_at IS NULL
            """)
    public abstract List<RemovedEntry> removed(Collection<RemovedEntry> entries);

    /** A removal that follows an earlier one, for the same reason. */
    @Introspected
    public record RepeatedRemoval(long number, RemovedEntry entry, Instant removedAt) {}

    /** Stores further removals of entries that are removed. */
    @Query("""
            INSERT INTO score_removal (number, leaderboard_id, window_id, participant_id, removed_at, reason)
            SELECT input.number, r.leaderboard_id, r.window_id, r.participant_id, input.removed_at, r.reason
            FROM unnest(:removals.number, :removals.entry.windowId, :removals.entry.participantId, :removals.removedAt)
                 AS input (number, window_id, participant_id, removed_at)
            CROSS JOIN LATERAL (
                SELECT * FROM score_removal AS q
                WHERE q.window_id = input.window_id AND q.participant_id = input.participant_id AND q.restored_at IS NULL
                ORDER BY q.number DESC
                LIMIT 1) AS r
            """)
    public abstract void removeAgain(List<RepeatedRemoval> removals);

    /**
     * A submission with what the ledger stores besides.
     *
     * @param boardTime  the leaderboard's time at which the submission was accepted
     * @param windowIds  the windows in which it counts, or would count if it were not quarantined
     * @param keepsGroup whether it uses its group only if there was no entry
     * @param correctsFinal whether it counts in final windows, too
     * @param windowScope in which of the windows that contain its time it counts: PRESENT or LATER; null for all
     * @param digest     identifies a retry; null without an idempotency key
     * @param outcome    stored only with an idempotency key, for retries
     */
    @Introspected
    public record LedgerRow(
            ScoreSubmission submission,
            Instant boardTime,
            List<Long> windowIds,
            boolean keepsGroup,
            boolean correctsFinal,
            @Nullable String windowScope,
            @Nullable String digest,
            SubmissionOutcome outcome) {

        /** Null if the client sent none. */
        public @Nullable IdempotencyKey idempotencyKey() {
            String key = submission.idempotencyKey();
            return key == null ? null : new IdempotencyKey(submission.leaderboardId(), key);
        }

        /** The ids of the windows as a PostgreSQL array literal. */
        String windowArray() {
            return windowIds.stream().map(String::valueOf).collect(Collectors.joining(",", "{", "}"));
        }

        /** Why it is quarantined, as a PostgreSQL array literal; null if it counts. */
        @Nullable
        String reasonArray() {
            List<QuarantineReason> reasons = submission.review().quarantineReasons();
            return reasons == null ? null : reasons.stream().map(Enum::name).collect(Collectors.joining(",", "{", "}"));
        }

        @Nullable
        SubmissionOutcome storedOutcome() {
            return submission.idempotencyKey() == null ? null : outcome;
        }
    }

    /** A submission and the windows in which it counts, or would count if it were not quarantined. */
    @Introspected
    public record CountedSubmission(ScoreSubmission submission, List<Long> windowIds) {}
}
