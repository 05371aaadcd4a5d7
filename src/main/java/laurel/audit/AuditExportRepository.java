package laurel.audit;

import jakarta.inject.Singleton;
import java.util.List;
import laurel.database.sql.Sql;
import laurel.request.export.ExportSection;
import laurel.request.export.ExportSource;
import laurel.request.export.ExportSubject;

/**
 * Exports the records of acts that concern a participant, for administrators only. Each record of another subject names its
 * participant, also if the subject was deleted.
 */
@Singleton
final class AuditExportRepository implements ExportSource {
    private static final String RECORDS = """
            SELECT a.id, a.recorded_at AS "recordedAt", a.actor, a.role, a.action, a.subject_type AS "subjectType",
                   a.subject_key AS "subjectKey", a.before, a.after
            FROM (
                SELECT a.* FROM audit_record AS a
                WHERE a.app_id = :subject.app AND a.subject_type = 'Participant' AND a.subject_id = :subject.participant
                UNION ALL
                SELECT a.* FROM audit_record AS a
                WHERE a.app_id = :subject.app
                  AND a.subject_type IN ('ParticipantRestriction', 'BadgeAward', 'ScoreSubmission', 'EntryRemoval', 'StreakFreeze')
                  AND coalesce(a.after, a.before) ->> 'participant' = (
                      SELECT p.entity_type || '/' || p.external_id FROM participant AS p WHERE p.id = :subject.participant)) AS a
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
