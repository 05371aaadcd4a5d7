package laurel.audit;

import jakarta.inject.Singleton;
import java.util.List;
import laurel.database.sql.Sql;
import laurel.request.export.ExportSection;
import laurel.request.export.ExportSource;
import laurel.request.export.ExportSubject;

/**
 * Exports the records of acts that concern a participant, for administrators only. Subjects with an ID are found by it; the
 * others by their key, which contains the participant.
 */
@Singleton
final class AuditExportRepository implements ExportSource {
    private static final String RECORDS = """
            SELECT a.id, a.recorded_at AS "recordedAt", a.actor, a.role, a.action, a.subject_type AS "subjectType",
                   a.subject_key AS "subjectKey", a.before, a.after
            FROM (
                SELECT a.* FROM (
                    SELECT 'Participant' AS type, :subject.participant AS id
                    UNION ALL
                    SELECT 'ParticipantRestriction', r.id FROM participant_restriction AS r
                    WHERE r.participant_id = :subject.participant
                    UNION ALL
                    SELECT 'BadgeAward', b.id FROM badge_award AS b WHERE b.participant_id = :subject.participant
                    UNION ALL
                    SELECT 'ScoreSubmission', s.id FROM score_submission AS s
                    WHERE s.participant_id = :subject.participant
                      AND (s.removed_at IS NOT NULL OR s.decision IS NOT NULL)) AS subject
                JOIN audit_record AS a
                  ON a.app_id = :subject.app AND a.subject_type = subject.type AND a.subject_id = subject.id
                UNION ALL
                SELECT a.* FROM (
                    SELECT DISTINCT 'EntryRemoval' AS type,
                           l.key || '/' || p.entity_type || '/' || p.external_id || '/' || w.name AS key
                    FROM participant AS p
                    JOIN leaderboard AS l ON l.app_id = :subject.app
                    JOIN score_removal AS m ON m.leaderboard_id = l.id AND m.participant_id = p.id
                    JOIN leaderboard_window AS w ON w.id = m.window_id
                    WHERE p.id = :subject.participant
                    UNION ALL
                    SELECT 'StreakFreeze', s.key FROM streak AS s WHERE s.app_id = :subject.app) AS subject
                JOIN audit_record AS a
                  ON a.app_id = :subject.app AND a.subject_type = subject.type AND a.subject_key = subject.key
                JOIN participant AS p ON p.id = :subject.participant
                WHERE coalesce(a.after, a.before) ->> 'participant' = p.entity_type || '/' || p.external_id) AS a
            ORDER BY a.id
            """;

    private final Sql sql;

    AuditExportRepository(Sql sql) {
        this.sql = sql;
    }

    @Override
    public List<ExportSection> sections(ExportSubject subject) {
        return subject.administrator()
                ? List.of(ExportSection.of("auditRecords", "AuditRecord", () -> sql.of(RECORDS)
                        .bind("subject", subject)
                        .maps(ExportSection.HELD)))
                : List.of();
    }
}
