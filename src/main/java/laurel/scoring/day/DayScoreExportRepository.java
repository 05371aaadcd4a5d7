package laurel.scoring.day;

import jakarta.inject.Singleton;
import java.util.List;
import laurel.database.sql.Sql;
import laurel.request.export.ExportSection;
import laurel.request.export.ExportSource;
import laurel.request.export.ExportSubject;

/** Exports the scores of a participant's days. */
@Singleton
final class DayScoreExportRepository implements ExportSource {
    private static final String DAY_SCORES = """
            SELECT p.key AS "scoringPolicyKey", d.day AS date, d.pillar, d.score, d.submitted_score AS "submittedScore",
                   d.group_values AS "group"
            FROM scoring_day_score AS d
            JOIN scoring_policy AS p ON p.id = d.policy_id AND p.app_id = :subject.app
            WHERE d.participant_id = :subject.participant
            ORDER BY d.policy_id, d.day, d.pillar
            """;

    private final Sql sql;

    DayScoreExportRepository(Sql sql) {
        this.sql = sql;
    }

    @Override
    public List<ExportSection> sections(ExportSubject subject) {
        return List.of(ExportSection.of(
                "dayScores", () -> sql.of(DAY_SCORES).bind("subject", subject).maps(ExportSection.HELD)));
    }
}
