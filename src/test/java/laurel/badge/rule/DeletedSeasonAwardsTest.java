package laurel.badge.rule;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.badge.BadgeClient;
import laurel.lifecycle.Housekeeping;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A season that is not retained is deleted only after the badges earned in it have been awarded. */
class DeletedSeasonAwardsTest {
    private static final TickingClock CLOCK = new TickingClock(Instant.parse("2025-07-13T12:00:00Z"));
    private static LaurelServer server;
    private static BadgeClient badges;

    @BeforeAll
    static void start() {
        server = LaurelServer.shared(CLOCK);
        badges = new BadgeClient(server);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void keepsSeasonUntilFinalRanksAreAwarded() {
        createSeason("cup");
        createSeasonBadge("champion", "rankAtClose: {maxRank: 1", "cup");
        badges.submit("cup", "ann", 10);
        badges.submit("cup", "ben", 20);

        startNextSeason("cup");
        runHousekeeping();
        assertThat(expiredCount("cup")).isZero();
        finalizeWindows();
        runHousekeeping();
        assertThat(expiredCount("cup")).isZero();
        awardPending();

        assertThat(badges.holders("champion")).containsExactly("ben SEASON-1");
        runHousekeeping();
        assertThat(expiredCount("cup")).isEqualTo(1);
        assertThat(badges.holders("champion")).containsExactly("ben SEASON-1");
    }

    @Test
    void keepsSeasonUntilCorrectionIsAwarded() {
        createSeason("league");
        createSeasonBadge("winner", "rankAtClose: {maxRank: 1", "league");
        badges.submit("league", "ann", 10);
        String removed = badges.submit("league", "ben", 20);
        CLOCK.advance(Duration.ofHours(1));
        season("endSeason", "league", "");
        CLOCK.advance(Duration.ofDays(7));
        finalizeWindows();
        awardPending();
        badges.remove(removed);

        startNextSeason("league");
        finalizeWindows();
        runHousekeeping();
        awardPending();

        assertThat(badges.holders("winner")).contains("ann SEASON-1");
        runHousekeeping();
        assertThat(expiredCount("league")).isEqualTo(1);
    }

    @Test
    void keepsSeasonUntilScoresAreAwarded() {
        createSeason("arena");
        createSeasonBadge("ten", "score: {minScore: 10", "arena");
        badges.submit("arena", "ann", 10);

        startNextSeason("arena");
        finalizeWindows();
        runHousekeeping();
        awardPending();

        assertThat(badges.holders("ten")).containsExactly("ann SEASON-1");
        runHousekeeping();
        assertThat(expiredCount("arena")).isEqualTo(1);
    }

    @Test
    void deletesSeasonImmediatelyWithoutPendingAwards() {
        createSeason("plain");
        badges.submit("plain", "ann", 10);

        startNextSeason("plain");

        assertThat(expiredCount("plain")).isEqualTo(1);
    }

    private static void createSeason(String leaderboard) {
        badges.createLeaderboard(leaderboard, ", windowDefinitions: [{kind: SEASON}]");
        season("startSeason", leaderboard, "");
    }

    private static void createSeasonBadge(String key, String rule, String leaderboard) {
        badges.createBadge(
                key,
                rule + ", leaderboardKey: \"" + leaderboard + "\", windowDefinitionKey: \"season\"}",
                ", recurrence: EACH_PERIOD");
    }

    /** Starts the next season an hour later, and does not retain the previous season. */
    private static void startNextSeason(String leaderboard) {
        CLOCK.advance(Duration.ofHours(1));
        season("startSeason", leaderboard, ", retainPrevious: false");
    }

    private static void season(String mutation, String leaderboard, String rest) {
        String season = mutation.equals("startSeason")
                ? "leaderboardKey: \"" + leaderboard + "\""
                : "seasonId: \""
                        + server.client()
                                .ask("{ leaderboard(key: \"" + leaderboard + "\") { currentSeason { id } } }")
                                .text("data", "leaderboard", "currentSeason", "id")
                        + "\"";
        server.client()
                .ask("mutation { " + mutation + "(input: {" + season + rest
                        + "}) { season { number } errors { code message } } }")
                .text("data", mutation, "season", "number");
    }

    private static void finalizeWindows() {
        badges.finalizeWindows(CLOCK.instant());
    }

    private static void awardPending() {
        badges.awardPending(CLOCK.instant());
    }

    private static void runHousekeeping() {
        server.bean(Housekeeping.class).run(CLOCK.instant());
    }

    private static int expiredCount(String leaderboard) {
        return server.database()
                .sql()
                .of("""
                        SELECT count(*) FROM leaderboard_window AS w JOIN leaderboard AS l ON l.id = w.leaderboard_id
                        WHERE l.app_id = :app AND l.key = :board AND w.expired_at IS NOT NULL
                        """)
                .bind("app", server.appId())
                .bind("board", leaderboard)
                .one(Integer.class);
    }
}
