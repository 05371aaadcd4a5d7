package laurel.badge.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.badge.BadgeClient;
import laurel.lifecycle.Housekeeping;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a window has earned is awarded before the window expires, whichever comes first. */
class ExpiringWindowAwardsTest {
    private static final String DAY = "2025-07-13";
    private static final String RULE = "leaderboardKey: \"arena\", windowDefinitionKey: \"daily\", ";
    private static final String EACH = ", recurrence: EACH_PERIOD";
    private static final String FAIL = "ALTER TABLE badge_award ADD CONSTRAINT never CHECK (badge_id = 0)";

    private final TickingClock clock = new TickingClock(Instant.parse(DAY + "T12:00:00Z"));
    private LaurelServer server;
    private BadgeClient badges;

    @BeforeEach
    void makeBoard() {
        server = LaurelServer.start(clock);
        badges = new BadgeClient(server);
        badges.board(
                "arena", ", updateMode: INCREMENT, windowDefinitions: [{kind: DAILY, retainCount: 1}, {kind: WEEKLY}]");
    }

    @AfterEach
    void stop() {
        server.close();
    }

    /** Lets days pass with a score on each, and makes them final; nobody looks for what they have earned. */
    private void days(int days) {
        for (int day = 0; day < days; day++) {
            badges.submit("arena", "ann", 10);
            clock.advance(Duration.ofDays(1));
            badges.close(clock.instant());
        }
    }

    private void tidyUp() {
        server.bean(Housekeeping.class).run(clock.instant());
    }

    private int expired() {
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
    void waitsForAwardsOfFinalRanks() {
        badges.badge("first", "rankAtClose: {" + RULE + "maxRank: 1}", EACH);
        days(3);

        tidyUp();
        badges.work(clock.instant());

        assertThat(badges.holders("first")).containsExactly("ann " + DAY, "ann 2025-07-14", "ann 2025-07-15");
        tidyUp();
        assertThat(expired()).isEqualTo(2);
    }

    @Test
    void waitsForAwardsOfScores() {
        badges.badge("ten", "score: {" + RULE + "minScore: 10}", EACH);
        days(3);

        tidyUp();
        badges.work(clock.instant());

        assertThat(badges.holders("ten")).containsExactly("ann " + DAY, "ann 2025-07-14", "ann 2025-07-15");
        tidyUp();
        assertThat(expired()).isEqualTo(2);
    }

    @Test
    void waitsForAwardsOfCorrection() {
        badges.badge("first", "rankAtClose: {" + RULE + "maxRank: 1}", EACH);
        String wrong = badges.submit("arena", "ben", 20);
        days(1);
        badges.work(clock.instant());
        badges.remove(wrong);
        days(2);

        tidyUp();
        badges.work(clock.instant());

        assertThat(badges.holders("first")).contains("ann " + DAY);
    }

    @Test
    void ignoresBadgesOfOtherWindows() {
        badges.badge(
                "week", "rankAtClose: {leaderboardKey: \"arena\", windowDefinitionKey: \"weekly\", maxRank: 1}", EACH);
        badges.badge("later", "rankAtClose: {" + RULE + "maxRank: 1}", EACH + ", state: DISABLED");
        days(3);

        tidyUp();

        assertThat(expired()).isEqualTo(2);
    }

    @Test
    void waitsOneDayForFailingAwardsAndReportsThem() {
        badges.badge("first", "rankAtClose: {" + RULE + "maxRank: 1}", EACH);
        days(3);
        execute(FAIL);

        badges.work(clock.instant());
        tidyUp();

        assertThat(expired()).isZero();
        assertThat(metric("laurel.windows.held")).isEqualTo(2);
        assertThat(metric("laurel.windows.unawarded")).isZero();
        clock.advance(Duration.ofHours(23));
        tidyUp();
        assertThat(expired()).isZero();
        clock.advance(Duration.ofHours(2));
        tidyUp();
        assertThat(expired()).isEqualTo(2);
        assertThat(metric("laurel.windows.held")).isZero();
        assertThat(metric("laurel.windows.unawarded")).isEqualTo(2);
    }
}
