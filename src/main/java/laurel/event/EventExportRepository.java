package laurel.event;

import jakarta.inject.Singleton;
import java.util.List;
import laurel.database.sql.Sql;
import laurel.request.export.ExportSection;
import laurel.request.export.ExportSource;
import laurel.request.export.ExportSubject;

/** Exports the events about the entries and badge awards of a participant. */
@Singleton
final class EventExportRepository implements ExportSource {
    private static final String EVENTS = """
            SELECT e.id, e.id AS sequence, e.event_type AS "eventType", e.occurred_at AS "occurredAt",
                   l.key AS "leaderboardKey",
                   (SELECT w.name FROM leaderboard_window AS w WHERE w.id = e.window_id) AS "windowName",
                   (SELECT b.key FROM badge_award AS a JOIN badge AS b ON b.id = a.badge_id WHERE a.id = e.award_id)
                       AS "badgeKey",
                   e.group_values AS "group", e.previous_rank AS "previousRank", e.rank,
                   (e.previous_score || 'e-' || l.decimals)::numeric AS "previousScore",
                   (e.score || 'e-' || l.decimals)::numeric AS score
            FROM event AS e
            LEFT JOIN leaderboard AS l ON l.id = e.leaderboard_id
            WHERE e.app_id = :subject.app AND e.participant_id = :subject.participant
            ORDER BY e.id
            """;

    private final Sql sql;

    EventExportRepository(Sql sql) {
        this.sql = sql;
    }

    @Override
    public List<ExportSection> sections(ExportSubject subject) {
        return List.of(ExportSection.of("events", "AppEvent", () -> sql.of(EVENTS)
                .bind("subject", subject)
                .maps(ExportSection.HELD)));
    }
}
