package laurel.score.ledger;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;

import io.micronaut.core.annotation.Introspected;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import laurel.database.sql.PartitionedQuery;
import laurel.database.sql.Sql;
import laurel.request.ListRequest;
import laurel.score.ledger.ScoreSubmission.SubmissionStatus;
import org.jspecify.annotations.Nullable;

/**
 * Lists submissions, last received first. Each list reads an index in that order, in the partitions of the months of its
 * range of receipt.
 */
@Singleton
public class SubmissionListRepository {
    /** The condition of an index. */
    private static final String QUARANTINED =
            "l.quarantine_reasons IS NOT NULL AND l.decision IS NULL AND l.removed_at IS NULL";

    /**
     * The conditions on {@code id} exclude partitions. Submissions of deleted leaderboards, which remain until they are
     * swept, do not match. Nor do moves to other groups, which are rows of the ledger without a submission.
     */
    private static final String PAGE = """
            SELECT input.query_number, b.decimals, s.*
            FROM unnest(:queryNumber, :input.filter.app, :input.filter.includePrivate, :input.filter.leaderboardId,
                        :input.filter.participantId, :input.filter.achieved.start, :input.filter.achieved.end,
                        :input.receivedFrom, :input.filter.received.end, :input.firstId, :input.endId,
                        :input.filter.status, :input.after.receivedAt, :input.after.id, :input.limit)
                 AS input (query_number, app_id, private, leaderboard_id, participant_id, achieved_start, achieved_end,
                       received_start, received_end, first_id, end_id, status, after_time, after_id, size)
            CROSS JOIN LATERAL (
                SELECT * FROM score_submission AS l
                WHERE <scope> AND l.id >= input.first_id AND l.id < input.end_id AND NOT l.group_move
                  AND l.received_at >= coalesce(input.received_start, '-infinity')
                  AND l.received_at < coalesce(input.received_end, 'infinity')
                  AND (l.received_at, l.id)
                      < (coalesce(input.after_time, 'infinity'), coalesce(input.after_id, 9223372036854775807))
                  AND l.achieved_at >= coalesce(input.achieved_start, '-infinity')
                  AND l.achieved_at < coalesce(input.achieved_end, 'infinity')
                  AND CASE input.status
                      WHEN 'COUNTED' THEN l.removed_at IS NULL AND l.score IS NOT NULL AND <approved>
                      WHEN 'NO_SCORE' THEN l.removed_at IS NULL AND l.score IS NULL AND <approved>
                      WHEN 'QUARANTINED' THEN <quarantined>
                      WHEN 'REJECTED' THEN l.removed_at IS NULL AND l.decision = 'REJECTED'
                      WHEN 'REMOVED' THEN l.removed_at IS NOT NULL
                      ELSE input.status IS NULL END
                  AND (SELECT input.private OR q.visibility = 'PUBLIC' FROM leaderboard AS q WHERE q.id = l.leaderboard_id)
                ORDER BY l.received_at DESC, l.id DESC
                LIMIT input.size) AS s
            JOIN leaderboard AS b ON b.id = s.leaderboard_id
            """.replace(
                    "<approved>", "(l.quarantine_reasons IS NULL OR l.decision = 'APPROVED')")
            .replace("<quarantined>", QUARANTINED);

    private static final String OF_APP = PAGE.replace("<scope>", "l.app_id = input.app_id");
    private static final String OF_LEADERBOARD = PAGE.replace("<scope>", "l.leaderboard_id = input.leaderboard_id");

    /** Without OR, the planner could read all submissions of the leaderboard to find those of the participant. */
    private static final String OF_PARTICIPANT = PAGE.replace(
            "<scope>",
            "l.participant_id = input.participant_id"
                    + " AND (input.leaderboard_id IS NULL OR l.leaderboard_id = input.leaderboard_id)");

    /** Reads all quarantined submissions of the app, which are few. */
    private static final String WAITING = PAGE.replace(
            "<scope>",
            "l.app_id = input.app_id AND " + QUARANTINED
                    + " AND coalesce(l.leaderboard_id = input.leaderboard_id, true)"
                    + " AND coalesce(l.participant_id = input.participant_id, true)");

    private final Sql sql;

    SubmissionListRepository(Sql sql) {
        this.sql = sql;
    }

    /** The position of a submission in a list. */
    public record SubmissionPosition(Instant receivedAt, long id) {}

    /** A row of a list. */
    @Introspected
    record SubmissionListRow(int queryNumber, ScoreSubmission submission) {}

    /** A list to read, with the types that the parameters of the statement have. */
    private record ListInput(
            ScoreSubmissionFilter filter,
            @Nullable SubmissionPosition after,
            int limit,
            @Nullable Instant receivedFrom,
            long firstId,
            long endId) {
        static ListInput of(ListRequest<ScoreSubmissionFilter, SubmissionPosition> list) {
            ScoreSubmissionFilter filter = requireNonNull(list.filter());
            return new ListInput(
                    filter, list.after(), list.limit(), filter.receivedFrom(), filter.firstId(), filter.endId());
        }

        String text() {
            if (filter.status() == SubmissionStatus.QUARANTINED) {
                return WAITING;
            }
            if (filter.participantId() != null) {
                return OF_PARTICIPANT;
            }
            return filter.leaderboardId() == null ? OF_APP : OF_LEADERBOARD;
        }
    }

    /** Returns the submissions of each list; lists without submissions are absent. */
    public Map<ListRequest<ScoreSubmissionFilter, SubmissionPosition>, List<ScoreSubmission>> list(
            Collection<ListRequest<ScoreSubmissionFilter, SubmissionPosition>> requests) {
        List<ListRequest<ScoreSubmissionFilter, SubmissionPosition>> lists = List.copyOf(requests);
        return new PartitionedQuery()
                        .add(lists.stream().map(ListInput::of).toList(), ListInput::text)
                        .list(sql, SubmissionListRow.class)
                        .stream()
                        .sorted(Comparator.comparing((SubmissionListRow row) -> row.submission.receivedAt())
                                .thenComparing(row -> row.submission.id())
                                .reversed())
                        .collect(groupingBy(
                                row -> lists.get(row.queryNumber), mapping(SubmissionListRow::submission, toList())));
    }
}
