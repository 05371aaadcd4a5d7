package laurel.streak;

import jakarta.inject.Singleton;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import laurel.database.sql.Sql;
import laurel.request.export.ExportSection;
import laurel.request.export.ExportSource;
import laurel.request.export.ExportSubject;
import org.jspecify.annotations.Nullable;

/** Exports the streaks of a participant: state, runs, and active and frozen days. */
@Singleton
final class StreakExportRepository implements ExportSource {
    private static final String KEYS = "SELECT s.key FROM streak AS s WHERE s.app_id = :subject.app";

    private static final String OF_PARTICIPANT = """
            JOIN streak AS s ON s.id = d.streak_id AND s.app_id = :subject.app
            WHERE d.participant_id = :subject.participant
            """;
    private static final String RUNS = """
            SELECT s.key AS "streakKey", d.start_date AS "startDate", d.end_date AS "endDate", d.length
            FROM streak_run AS d
            """ + OF_PARTICIPANT + "ORDER BY d.streak_id, d.start_date";
    private static final String DAYS = """
            SELECT s.key AS "streakKey", d.day AS date, d.event_count AS "eventCount"
            FROM streak_day AS d
            """ + OF_PARTICIPANT + "AND d.event_count > 0 ORDER BY d.streak_id, d.day";
    private static final String FROZEN_DAYS = """
            SELECT s.key AS "streakKey", d.day AS date
            FROM streak_frozen_day AS d
            """ + OF_PARTICIPANT + "ORDER BY d.streak_id, d.day";

    private final Sql sql;
    private final StreakRepository repository;
    private final Streaks streaks;

    StreakExportRepository(Sql sql, StreakRepository repository, Streaks streaks) {
        this.sql = sql;
        this.repository = repository;
        this.streaks = streaks;
    }

    @Override
    public List<ExportSection> sections(ExportSubject subject) {
        return List.of(
                ExportSection.of("streaks", () -> states(subject)),
                ExportSection.of("streakRuns", () -> rows(RUNS, subject)),
                ExportSection.of("streakDays", () -> rows(DAYS, subject)),
                ExportSection.of("streakFrozenDays", () -> rows(FROZEN_DAYS, subject)));
    }

    /** Includes archived streaks. */
    private Stream<Map<String, @Nullable Object>> states(ExportSubject subject) {
        List<String> keys = sql.of(KEYS).bind("subject", subject).list(String.class);
        List<Streak> all = repository.byKeys(subject.app(), keys).stream()
                .sorted(Comparator.comparing(Streak::key))
                .toList();
        return streaks
                .of(subject.app(), all, List.of(subject.participant()), subject.now())
                .getOrDefault(subject.participant(), List.of())
                .stream()
                .map(StreakExportRepository::row);
    }

    private static Map<String, @Nullable Object> row(ParticipantStreak state) {
        Map<String, @Nullable Object> row = new LinkedHashMap<>();
        row.put("streakKey", state.streak().key());
        row.put("period", state.streak().period().name());
        row.put("currentLength", state.currentLength());
        row.put("longestLength", state.longestLength());
        row.put("lastActiveDate", state.lastActiveDate());
        row.put("startDate", state.startDate());
        row.put("activeToday", state.activeToday());
        return row;
    }

    private Stream<Map<String, @Nullable Object>> rows(String text, ExportSubject subject) {
        return sql.of(text).bind("subject", subject).maps(ExportSection.HELD);
    }
}
