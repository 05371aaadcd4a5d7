package laurel.streak;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.Together;
import laurel.database.sql.Sql;
import laurel.participant.ExternalParticipantId;
import laurel.participant.ParticipantInput;
import laurel.request.AppSource;
import laurel.streak.freeze.Freezes;
import laurel.streak.freeze.Freezes.StreakDateRange;
import laurel.streak.run.StreakPeriod;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Concurrent changes on two nodes: no activity is lost, and the runs are those of the oracle. */
class StreakConcurrencyTest {
    private static final int APP = AppSource.DEFAULT_APP;
    private static final Instant NOON = Instant.parse("2025-07-15T12:00:00Z");
    private static final LocalDate FIRST = LocalDate.parse("2025-06-01");

    private static final TickingClock CLOCK = new TickingClock(NOON);
    private static LaurelServer server;
    private static LaurelServer secondNode;

    @BeforeAll
    static void start() {
        server = LaurelServer.start(CLOCK);
        secondNode = LaurelServer.on(server.database(), CLOCK);
    }

    @AfterAll
    static void stop() {
        secondNode.close();
        server.close();
    }

    @Test
    void keepsRunsExactUnderConcurrentChanges() {
        StreakClient first = new StreakClient(server);
        first.create("key: \"daily\"");
        List<StreakClient> nodes = List.of(first, new StreakClient(secondNode));
        Together.all(12, n -> {
            StreakClient node = nodes.get(n % 2);
            for (int i = 0; i < 20; i++) {
                LocalDate day = FIRST.plusDays((7L * n + 3L * i) % 40);
                switch (n) {
                    case 0 -> freeze(node, "p" + i % 3, day, i % 4 == 3);
                    case 1 -> grantAmnesty(node, day, i % 4 == 3);
                    default -> node.recordActivity("p" + i % 3, "daily", day);
                }
            }
            return n;
        });
        assertThat(StreakOracle.stored(server.bean(Sql.class)))
                .isEqualTo(StreakOracle.islands(server.bean(Sql.class)))
                .isNotEmpty();
        assertThat(server.bean(Sql.class)
                        .of("SELECT sum(event_count) FROM streak_day")
                        .one(Long.class))
                .isEqualTo(10 * 20);
    }

    private static void freeze(StreakClient node, String participant, LocalDate day, boolean thenUndo) {
        Freezes freezes = node.server().bean(Freezes.class);
        var ref = new ExternalParticipantId("ACCOUNT", participant);
        freezes.freeze(
                APP,
                new ParticipantInput(ref, null, null, null, null),
                new StreakDateRange("daily", day, day.plusDays(1)),
                NOON);
        if (thenUndo) {
            freezes.unfreeze(
                    APP,
                    new ParticipantInput(ref, null, null, null, null),
                    new StreakDateRange("daily", day, day),
                    NOON);
        }
    }

    private static void grantAmnesty(StreakClient node, LocalDate day, boolean thenUndo) {
        Freezes freezes = node.server().bean(Freezes.class);
        freezes.grantAmnesty(APP, new StreakDateRange("daily", day, day.plusDays(1)), NOON);
        if (thenUndo) {
            freezes.revokeAmnesty(APP, new StreakDateRange("daily", day, day), NOON);
        }
    }

    @Test
    void createsOneStreakUnderConcurrentCalls() {
        List<Long> ids = Together.all(8, n -> {
            LaurelServer node = n % 2 == 0 ? server : secondNode;
            return node.bean(Streaks.class)
                    .createIfAbsent(
                            APP,
                            new StreakDefinition(
                                    "new",
                                    "by " + n,
                                    StreakPeriod.WEEK,
                                    DayRule.of(ZoneId.of("Europe/Paris")),
                                    List.of()),
                            NOON)
                    .id();
        });
        assertThat(ids).containsOnly(ids.getFirst());
    }
}
