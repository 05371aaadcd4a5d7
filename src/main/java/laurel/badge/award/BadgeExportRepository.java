package laurel.badge.award;

import jakarta.inject.Singleton;
import java.util.List;
import laurel.database.sql.Sql;
import laurel.request.export.ExportSection;
import laurel.request.export.ExportSource;
import laurel.request.export.ExportSubject;

/** Exports the badge awards of a participant, including revoked ones. */
@Singleton
final class BadgeExportRepository implements ExportSource {
    /** Counts of evidence are strings, as in the API. */
    private static final String AWARDS = """
            SELECT a.id, b.key AS "badgeKey", a.period,
                   (SELECT w.name FROM leaderboard_window AS w WHERE w.id = a.window_id) AS "windowName", a.day, a.reason,
                   a.awarded_at AS "awardedAt", a.revoked_at AS "revokedAt", a.revoke_reason AS "revokeReason",
                   a.revoked_by_correction AS "revokedByCorrection",
                   CASE WHEN a.evidence -> 'count' IS NOT NULL
                        THEN jsonb_set(a.evidence, '{count}', to_jsonb(trim_scale((a.evidence ->> 'count')::numeric)::text))
                        ELSE a.evidence END AS evidence
            FROM badge_award AS a
            JOIN badge AS b ON b.id = a.badge_id
            WHERE a.app_id = :subject.app AND a.participant_id = :subject.participant
            ORDER BY a.id
            """;

    private final Sql sql;

    BadgeExportRepository(Sql sql) {
        this.sql = sql;
    }

    @Override
    public List<ExportSection> sections(ExportSubject subject) {
        return List.of(ExportSection.of("badgeAwards", "BadgeAward", () -> sql.of(AWARDS)
                .bind("subject", subject)
                .maps(ExportSection.HELD)));
    }
}
