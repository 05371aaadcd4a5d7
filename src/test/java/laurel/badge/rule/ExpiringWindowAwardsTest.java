package laurel.badge.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.badge.BadgeClient;
import laurel.database.Emptying;
import laurel.lifecycle.Housekeeping;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A window expires only after the badges earned in it have been awarded. */
class ExpiringWindowAwardsTest {
    private static final String DAY = "2025-07-13";
    private static final String RULE = "leaderboardKey: \"arena\", windowDefinitionKey: \"daily\", ";
    private static final String EACH = ", recurrence: EACH_PERIOD";
    private static final String MAKE_AWARDS_FAIL = "ALTER TABLE badge_award ADD CONSTRAINT never CHECK (badge_id = 0)";

    private static final Instant NOON = Instant.parse(DAY + "T12:00:00Z");
    private static final TickingClock CLOCK = new TickingClock(NOON);

    private static LaurelServer server;
    private static BadgeClient badges;

    @BeforeAll
    static void start() {
        server = LaurelServer.start(CLOCK);
        badges = new BadgeClient(server);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void createLeaderboard() {
        Emptying.empty(server.database());
        CLOCK.set(NOON);
        badges.createLeaderboard(
                "arena", ", updateMode: INCREMENT, windowDefinitions: [{kind: DAILY, retainCount: 1}, {kind: WEEKLY}]");
    }

    @AfterEach
    void letAwardsSucceed() {
        execute("ALTER TABLE badge_award DROP CONSTRAINT IF EXISTS never");
    }

    /** Submits a score on each of the next days, and finalizes the days without awarding badges. */
    private void submitOnDays(int days) {
        for (int day = 0; day < days; day++) {
            badges.submit("arena", "ann", 10);
            CLOCK.advance(Duration.ofDays(1));
            badges.finalizeWindows(CLOCK.instant());
        }
    }

    private void runHousekeeping() {
        server.bean(Housekeeping.class).run(CLOCK.instant());
    }

    private int expiredCount() {
        return server.database()
                .sql()
                .of("SELECT count(*) FROM leaderboard_window WHERE expired_at IS NOT NULL")
                .one(Integer.class);
    }

    private void execute(String sql) {
        server.database().sql().execute(sql);
    }

    private double metric(String name) {
        var meters = server.bean(MeterRegistry.class).find(name).meters();
        return meters.isEmpty()
                ? Double.NaN
                : meters.iterator().next().measure().iterator().next().getValue();
    }

    @Test
    void keepsWindowUntilFinalRanksAreAwarded() {
        badges.createBadge("first", "rankAtClose: {" + RULE + "maxRank: 1}", EACH);
        submitOnDays(3);

        runHousekeeping();
        badges.awardPending(CLOCK.instant());

        assertThat(badges.holders("first")).containsExactly("ann " + DAY, "ann 2025-07-14", "ann 2025-07-15");
        runHousekeeping();
        assertThat(expiredCount()).isEqualTo(2);
    }

    @Test
    void keepsWindowUntilScoresAreAwarded() {
        badges.createBadge("ten", "score: {" + RULE + "minScore: 10}", EACH);
        submitOnDays(3);

        runHousekeeping();
        badges.awardPending(CLOCK.instant());

        assertThat(badges.holders("ten")).containsExactly("ann " + DAY, "ann 2025-07-14", "ann 2025-07-15");
        runHousekeeping();
        assertThat(expiredCount()).isEqualTo(2);
    }

    @Test
    void keepsWindowUntilCorrectionIsAwarded() {
        badges.createBadge("first", "rankAtClose: {" + RULE + "maxRank: 1}", EACH);
        String removed = badges.submit("arena", "ben", 20);
        submitOnDays(1);
        badges.awardPending(CLOCK.instant());
        badges.remove(removed);
        submitOnDays(2);

        runHousekeeping();
        badges.awardPending(CLOCK.instant());

        assertThat(badges.holders("first")).contains("ann " + DAY);
    }

    @Test
    void expiresWindowWithoutEnabledBadges() {
        badges.createBadge(
                "week", "rankAtClose: {leaderboardKey: \"arena\", windowDefinitionKey: \"weekly\", maxRank: 1}", EACH);
        badges.createBadge("later", "rankAtClose: {" + RULE + "maxRank: 1}", EACH + ", state: DISABLED");
        submitOnDays(3);

        runHousekeeping();

        assertThat(expiredCount()).isEqualTo(2);
    }

    @Test
    void keepsWindowOneDayIfAwardsFailAndReportsIt() {
        badges.createBadge("first", "rankAtClose: {" + RULE + "maxRank: 1}", EACH);
        submitOnDays(3);
        execute(MAKE_AWARDS_FAIL);

        badges.awardPending(CLOCK.instant());
        runHousekeeping();

        assertThat(expiredCount()).isZero();
        assertThat(metric("laurel.windows.held")).isEqualTo(2);
        assertThat(metric("laurel.windows.unawarded")).isZero();
        CLOCK.advance(Duration.ofHours(23));
        runHousekeeping();
        assertThat(expiredCount()).isZero();
        CLOCK.advance(Duration.ofHours(2));
        runHousekeeping();
        assertThat(expiredCount()).isEqualTo(2);
        assertThat(metric("laurel.windows.held")).isZero();
        assertThat(metric("laurel.windows.unawarded")).isEqualTo(2);
    }
}
