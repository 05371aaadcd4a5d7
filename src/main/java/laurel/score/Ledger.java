package laurel.score;

import static laurel.database.Columns.column;

import io.micronaut.core.annotation.Introspected;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import laurel.database.GrowingTable;
import laurel.database.Json;
import laurel.database.MonthPartitions;
import laurel.database.PartitionedId;
import laurel.database.Sql;
import laurel.leaderboard.Group;
import org.jspecify.annotations.Nullable;

/**
 * Every submission, as it was sent. One partition for each month of receipt (UTC); the month is the high part of the
 * id, so that an id, or a time from which to look, names its partitions.
 */
@Singleton
class Ledger implements GrowingTable {
    private static final String NEXT_IDS = "SELECT month << 40 | nextval('score_submission_number')"
            + " FROM unnest(:months) WITH ORDINALITY AS received (month, n) ORDER BY n";
    private static final String BY_IDEMPOTENCY_KEYS = """
            SELECT s.*, b.decimals
            FROM unnest(:boards, :keys) AS wanted (leaderboard_id, idempotency_key)
            -- Lateral and with OFFSET, so that it is index look-ups whatever the planner believes of a new month's table.
            CROSS JOIN LATERAL (
                SELECT * FROM score_submission AS l
                WHERE l.leaderboard_id = wanted.leaderboard_id AND l.idempotency_key = wanted.idempotency_key
                  -- The month of the oldest retry, so that older partitions are not opened.
                  AND l.id >= :since AND l.received_at > :sinceTime
                OFFSET 0) AS s
            JOIN leaderboard AS b ON b.id = s.leaderboard_id
            """;
    private static final String BY_IDS = """
            SELECT s.*, b.decimals
            FROM unnest(:ids) AS wanted (id)
            CROSS JOIN LATERAL (SELECT * FROM score_submission AS l WHERE l.id = wanted.id AND l.app_id = :app OFFSET 0) AS s
            JOIN leaderboard AS b ON b.id = s.leaderboard_id
            """;
    private static final String REMOVE = """
            UPDATE score_submission SET removed_at = :now, removal_reason = :reason
            WHERE id = :id AND removed_at IS NULL
            """;

    /** In a window, of a participant; the number is {@link ScoreSubmission#number}. */
    private static final String COUNTED = """
            SELECT wanted.n, b.decimals, s.*
            FROM unnest(:windows, :participants, :befores, :limits) WITH ORDINALITY
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
            """;

    private static final String INSERT = """
            INSERT INTO score_submission (id, app_id, leaderboard_id, participant_id, score, subscore, achieved_at,
                                          received_at, board_time, group_values, keeps_group, window_ids, metadata,
                                          idempotency_key, digest, answer)
            SELECT s.id, :app, s.leaderboard_id, s.participant_id, s.score, s.subscore, s.achieved_at, s.received_at, s.board_time,
                   s.group_values, s.keeps_group, s.window_ids::bigint[], s.metadata, s.idempotency_key, s.digest, s.answer
            -- An array for each row travels as text: unnest takes arrays of arrays apart to the last.
            FROM unnest(:ids, :boards, :participants, :scores, :subscores, :achievedAts, :receivedAts, :boardTimes,
                        :groups, :keepGroups, :windows, :metadatas, :keys, :digests, :answers)
                 AS s (id, leaderboard_id, participant_id, score, subscore, achieved_at, received_at, board_time,
                       group_values, keeps_group, window_ids, metadata, idempotency_key, digest, answer)
            """;

    private final Sql sql;
    private final MonthPartitions partitions;

    Ledger(Sql sql) {
        this.sql = sql;
        this.partitions = new MonthPartitions(sql, "score_submission", "received in month ");
    }

    /** Makes the partitions of the months that these were received in, unless they are known to exist. */
    void open(Collection<Received> submissions) {
        partitions.open(submissions.stream().map(Received::at).toList());
    }

    /** Makes the partition of what is received then, unless it is known to exist. */
    void open(Instant receivedAt) {
        partitions.open(List.of(receivedAt));
    }

    @Override
    public void openAhead(Instant now) {
        partitions.openAhead(now);
    }

    /** An id for each of these; their numbers ascend. */
    List<Long> nextIds(List<CheckedSubmission> items) {
        return sql.of(NEXT_IDS)
                .bindArray("months", Long.class, column(items, item -> month(item.receivedAt())))
                .list(Long.class);
    }

    /** The submissions under the idempotency keys of these, received at most {@code retention} before the first of these. */
    List<LedgerRow> byIdempotencyKeys(List<CheckedSubmission> items, Duration retention) {
        Instant since = items.stream()
                .map(CheckedSubmission::receivedAt)
                .min(Comparator.naturalOrder())
                .orElseThrow()
                .minus(retention);
        return sql.of(BY_IDEMPOTENCY_KEYS)
                .bindArray("boards", Integer.class, column(items, item -> item.board()
                        .id()))
                .bindArray(
                        "keys", String.class, column(items, item -> item.sent().idempotencyKey()))
                .bind("since", PartitionedId.first(month(since)))
                .bind("sinceTime", since)
                .list(LedgerRow.class);
    }

    /** The submission of this id with the windows that took it; empty where the app has none. */
    Optional<Counted> byId(int app, long id) {
        return sql.of(BY_IDS)
                .bind("app", app)
                .bindArray("ids", Long.class, List.of(id))
                .find(Counted.class);
    }

    /** From now on it counts nowhere; false where it does not since earlier. */
    boolean remove(long id, @Nullable String reason, Instant now) {
        return sql.of(REMOVE)
                        .bind("id", id)
                        .bind("reason", reason)
                        .bind("now", now)
                        .execute()
                > 0;
    }

    /** The submissions that each asks for; where there are none it is absent. */
    Map<SubmissionsOf, List<ScoreSubmission>> counted(int app, List<SubmissionsOf> asked) {
        return sql
                .of(COUNTED)
                .bind("app", app)
                .bindArray("windows", Long.class, column(asked, SubmissionsOf::windowId))
                .bindArray("participants", Long.class, column(asked, SubmissionsOf::participantId))
                .bindArray("befores", Long.class, column(asked, SubmissionsOf::before))
                .bindArray("limits", Integer.class, column(asked, SubmissionsOf::limit))
                .list(FoundSubmission.class)
                .stream()
                .collect(Collectors.groupingBy(
                        row -> asked.get((int) row.n - 1),
                        Collectors.mapping(FoundSubmission::submission, Collectors.toList())));
    }

    /** A row of {@link #COUNTED}: for the n-th who asks, from 1. */
    @Introspected
    record FoundSubmission(long n, ScoreSubmission submission) {}

    /** The submissions of these ids, by id; unknown ids and those of other apps are absent. */
    Map<Long, ScoreSubmission> byIds(int app, Collection<Long> ids) {
        return sql.of(BY_IDS).bind("app", app).bindArray("ids", Long.class, ids).list(ScoreSubmission.class).stream()
                .collect(Collectors.toMap(ScoreSubmission::id, Function.identity()));
    }

    void insert(int app, List<LedgerRow> rows) {
        List<ScoreSubmission> sent = rows.stream().map(LedgerRow::submission).toList();
        sql.of(INSERT)
                .bind("app", app)
                .bindArray("ids", Long.class, column(sent, ScoreSubmission::id))
                .bindArray("boards", Integer.class, column(sent, ScoreSubmission::leaderboardId))
                .bindArray("participants", Long.class, column(sent, ScoreSubmission::participantId))
                .bindArray("scores", Long.class, column(sent, ScoreSubmission::score))
                .bindArray("subscores", Long.class, column(sent, ScoreSubmission::subscore))
                .bindArray("achievedAts", Instant.class, column(sent, ScoreSubmission::achievedAt))
                .bindArray("receivedAts", Instant.class, column(sent, ScoreSubmission::receivedAt))
                .bindArray("boardTimes", Instant.class, column(rows, LedgerRow::boardTime))
                .bindArray("groups", Group.class, column(sent, ScoreSubmission::groupValues))
                .bindArray("keepGroups", Boolean.class, column(rows, LedgerRow::keepsGroup))
                .bindArray("windows", String.class, column(rows, Ledger::windows))
                .bindArray("metadatas", Json.class, column(sent, ScoreSubmission::metadata))
                .bindArray("keys", String.class, column(sent, ScoreSubmission::idempotencyKey))
                .bindArray("digests", String.class, column(rows, LedgerRow::digest))
                .bindArray("answers", Answer.class, column(rows, Ledger::answer))
                .execute();
    }

    /** As PostgreSQL writes an array. */
    private static String windows(LedgerRow row) {
        return row.windowIds().stream().map(String::valueOf).collect(Collectors.joining(",", "{", "}"));
    }

    private static @Nullable Answer answer(LedgerRow row) {
        return row.submission().idempotencyKey() == null ? null : row.answer();
    }

    /** The month of a moment, as ids of submissions have it. */
    static long month(Instant moment) {
        return MonthPartitions.month(moment);
    }
}
