package laurel.score.ledger;

import jakarta.inject.Singleton;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import laurel.database.sql.Sql;
import laurel.request.export.ExportSection;
import laurel.request.export.ExportSource;
import laurel.request.export.ExportSubject;
import org.jspecify.annotations.Nullable;

/** Exports the submissions, entries and restrictions of a participant. */
@Singleton
final class ScoreExportRepository implements ExportSource {
    /**
     * In the order of an index of each partition, so that rows are read while they are sent. Moves of groups are no
     * submissions.
     */
    private static final String SUBMISSIONS = """
            SELECT l.key AS "leaderboardKey",
                   CASE WHEN s.removed_at IS NOT NULL THEN 'REMOVED'
                        WHEN s.decision = 'REJECTED' THEN 'REJECTED'
                        WHEN s.quarantine_reasons IS NOT NULL AND s.decision IS NULL THEN 'QUARANTINED'
                        WHEN s.score IS NULL THEN 'NO_SCORE'
                        ELSE 'COUNTED' END AS status,
                   (s.score || 'e-' || l.decimals)::numeric AS score, s.subscore, s.group_values AS "group",
                   s.achieved_at AS "achievedAt", s.received_at AS "receivedAt", s.metadata,
                   s.idempotency_key AS "idempotencyKey", s.removed_at AS "removedAt", s.removal_reason AS "removalReason",
                   to_jsonb(s.quarantine_reasons) AS "quarantineReasons", s.decision, s.decided_at AS "decidedAt",
                   CASE WHEN :subject.administrator THEN s.decided_by END AS "decidedBy",
                   s.decision_reason AS "decisionReason",
                   (SELECT w.name FROM leaderboard_window AS w WHERE w.id = s.carried_from) AS "carriedFromWindowName"
            FROM score_submission AS s
            JOIN leaderboard AS l ON l.id = s.leaderboard_id
            WHERE s.app_id = :subject.app AND s.participant_id = :subject.participant AND NOT s.group_move
            ORDER BY s.received_at, s.id
            """;

    private static final String ENTRIES = """
            SELECT l.key AS "leaderboardKey", w.name AS "windowName", w.kind AS "windowKind",
                   w.definition AS "windowDefinitionKey", r.group_values AS "group",
                   (to_score(e.sort_key, r.sort_order) || 'e-' || l.decimals)::numeric AS score,
                   to_score(e.subscore_key, r.sort_order) AS subscore, e.achieved_at AS "achievedAt", e.metadata
            FROM <entry> AS e
            JOIN ranking AS r ON r.id = e.ranking_id
            JOIN leaderboard_window AS w ON w.id = r.window_id
            JOIN leaderboard AS l ON l.id = r.leaderboard_id
            WHERE r.app_id = :subject.app AND e.participant_id = :subject.participant AND w.expired_at IS NULL
            ORDER BY l.key COLLATE "C", w.starts_at NULLS FIRST, w.id, r.id
            """;

    private static final String REMOVALS = """
            SELECT l.key AS "leaderboardKey", w.name AS "windowName", m.reason, m.removed_at AS "removedAt",
                   m.restored_at AS "restoredAt"
            FROM leaderboard AS l
            JOIN score_removal AS m ON m.leaderboard_id = l.id AND m.participant_id = :subject.participant
            JOIN leaderboard_window AS w ON w.id = m.window_id
            WHERE l.app_id = :subject.app
            ORDER BY m.removed_at, m.number, w.id
            """;

    /** Reasons and names are for administrators. */
    private static final String RESTRICTIONS = """
            SELECT r.id, r.kind, l.key AS "leaderboardKey",
                   CASE WHEN :subject.administrator THEN r.reason END AS reason, r.created_at AS "createdAt",
                   CASE WHEN :subject.administrator THEN r.created_by END AS "createdBy", r.expires_at AS "expiresAt",
                   r.ended_at AS "endedAt", CASE WHEN :subject.administrator THEN r.ended_by END AS "endedBy"
            FROM participant_restriction AS r
            LEFT JOIN leaderboard AS l ON l.id = r.leaderboard_id
            WHERE r.app_id = :subject.app AND r.participant_id = :subject.participant
            ORDER BY r.id
            """;

    private final Sql sql;

    ScoreExportRepository(Sql sql) {
        this.sql = sql;
    }

    @Override
    public List<ExportSection> sections(ExportSubject subject) {
        return List.of(
                ExportSection.of("submissions", () -> rows(SUBMISSIONS, subject)),
                ExportSection.of("entries", () -> rows(ENTRIES.replace("<entry>", "entry"), subject)),
                ExportSection.of(
                        "withheldEntries", () -> rows(ENTRIES.replace("<entry>", "restriction_entry"), subject)),
                ExportSection.of("entryRemovals", () -> rows(REMOVALS, subject)),
                ExportSection.of("restrictions", "ParticipantRestriction", () -> rows(RESTRICTIONS, subject)));
    }

    private Stream<Map<String, @Nullable Object>> rows(String text, ExportSubject subject) {
        return sql.of(text).bind("subject", subject).maps(ExportSection.HELD);
    }
}
