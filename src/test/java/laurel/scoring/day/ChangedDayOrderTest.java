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
import org.junit.jupiter.api.Test;

/** The days that wait longest are scored first. */
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
