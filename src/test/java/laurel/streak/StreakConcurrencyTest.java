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
import laurel.streak.freeze.Freezes.StreakDays;
import laurel.streak.run.StreakPeriod;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Of many at once, on two nodes: nothing is lost, and the runs are the islands of the days. */
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
    void whoeverComesFirstTheRunsAreTheIslands() {
        StreakClient first = new StreakClient(server);
        first.create("key: \"daily\"");
        List<StreakClient> nodes = List.of(first, new StreakClient(secondNode));
        Together.all(12, n -> {
            StreakClient node = nodes.get(n % 2);
            for (int i = 0; i < 20; i++) {
                LocalDate day = FIRST.plusDays((7L * n + 3L * i) % 40);
                switch (n) {
                    case 0 -> freeze(node, "who-" + i % 3, day, i % 4 == 3);
                    case 1 -> forgive(node, day, i % 4 == 3);
                    default -> node.active("who-" + i % 3, "daily", day);
                }
            }
            return n;
        });
        assertThat(StreakOracle.stored(server.bean(Sql.class)))
                .isEqualTo(StreakOracle.islands(server.bean(Sql.class)))
                .isNotEmpty();
        assertThat(server.bean(Sql.class)
                        .of("SELECT sum(events) FROM streak_day")
                        .one(Long.class))
                .isEqualTo(10 * 20);
    }

    private static void freeze(StreakClient node, String who, LocalDate day, boolean undone) {
        Freezes freezes = node.server().bean(Freezes.class);
        var whose = new ExternalParticipantId("ACCOUNT", who);
        freezes.freeze(
                APP,
                new ParticipantInput(whose, null, null, null, null),
                new StreakDays("daily", day, day.plusDays(1)),
                NOON);
        if (undone) {
            freezes.unfreeze(
                    APP, new ParticipantInput(whose, null, null, null, null), new StreakDays("daily", day, day), NOON);
        }
    }

    private static void forgive(StreakClient node, LocalDate day, boolean undone) {
        Freezes freezes = node.server().bean(Freezes.class);
        freezes.grantAmnesty(APP, new StreakDays("daily", day, day.plusDays(1)), NOON);
        if (undone) {
            freezes.revokeAmnesty(APP, new StreakDays("daily", day, day), NOON);
        }
    }

    @Test
    void ofManyWhoDefineAStreakOneMakesIt() {
        List<Long> ids = Together.all(8, n -> {
            LaurelServer node = n % 2 == 0 ? server : secondNode;
            return node.bean(Streaks.class)
                    .createUnlessThere(
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
