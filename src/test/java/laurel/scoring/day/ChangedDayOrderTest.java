package laurel.scoring.day;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import laurel.LaurelServer;
import laurel.LaurelTest;
import laurel.database.sql.Sql;
import laurel.scoring.day.ChangedDayRepository.ChangedDay;
import laurel.streak.run.StreakChange;
import org.junit.jupiter.api.Test;

/** The days that wait longest are scored first, and changes of the same days once. */
@LaurelTest(at = "2026-03-10T12:00:00Z")
class ChangedDayOrderTest {
    private static final Instant NOON = Instant.parse("2026-03-10T12:00:00Z");
    private static final LocalDate TODAY = LocalDate.parse("2026-03-10");
    private static final int COUNT = 20;

    @Inject
    LaurelServer server;

    @Inject
    Sql sql;

    @Inject
    ChangedDayRepository repository;

    @Test
    void takesOldestDaysFirst() {
        IntStream.rangeClosed(1, COUNT).forEach(n -> store(n, NOON.minusSeconds(n)));
        List<Long> taken = new ArrayList<>();
        List<ChangedDay> next = repository.take(server.appId(), 5 * COUNT, 1);
        while (!next.isEmpty()) {
            next.forEach(day -> taken.add(day.participantId()));
            next = repository.take(server.appId(), 5 * COUNT, 1);
        }
        assertThat(taken)
                .isEqualTo(IntStream.range(0, COUNT)
                        .mapToObj(n -> (long) COUNT - n)
                        .toList());
    }

    /** No day is left out that one of the changes includes, for any maximum length that counts. */
    @Test
    void mergesChangesOfStreakWithSameStart() {
        List<StreakChange> changes = List.of(change(10, 4), change(25, 30), change(40, 20), change(20, 0));
        changes.forEach(this::store);

        ChangedDay merged = repository.take(server.appId(), COUNT, COUNT).getFirst();

        for (int max = 1; max <= 50; max++) {
            int maxLength = max;
            assertThat(new StreakChange(7, 1, TODAY, merged.endDate(), merged.endLength()).endDate(max))
                    .as("maximum length %d", max)
                    .isEqualTo(changes.stream()
                            .map(change -> change.endDate(maxLength))
                            .max(LocalDate::compareTo)
                            .orElseThrow());
        }
    }

    private static StreakChange change(int days, int endLength) {
        return new StreakChange(7, 1, TODAY, TODAY.plusDays(days), endLength);
    }

    private void store(StreakChange change) {
        sql.of("""
                        INSERT INTO scoring_changed_day
                            (app_id, received_at, participant_id, streak_id, start_date, end_date, end_length)
                        VALUES (:app, :receivedAt, :change.participantId, :change.streakId, :change.startDate, :change.endDate,
                                :change.endLength)
                        """)
                .bind("app", server.appId())
                .bind("receivedAt", NOON)
                .bind("change", change)
                .execute();
    }

    private void store(long participant, Instant receivedAt) {
        sql.of("""
                        INSERT INTO scoring_changed_day (app_id, received_at, participant_id, day_rule_id, start_date, end_date)
                        VALUES (:app, :receivedAt, :participant, 1, :day, :day) RETURNING id
                        """)
                .bind("app", server.appId())
                .bind("receivedAt", receivedAt)
                .bind("participant", participant)
                .bind("day", TODAY)
                .one(Long.class);
    }
}
