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

/** A season that the next one does not archive is deleted only after the badges earned in it have been awarded. */
class DeletedSeasonAwardsTest {
    private static final TickingClock CLOCK = new TickingClock(Instant.parse("2025-07-13T12:00:00Z"));
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

    @Test
    void waitsForAwardsOfFinalRanks() {
        makeSeason("cup");
        makeBadge("champion", "rankAtClose: {maxRank: 1", "cup");
        badges.submit("cup", "ann", 10);
        badges.submit("cup", "ben", 20);

        startNext("cup");
        tidyUp();
        assertThat(expired("cup")).isZero();
        close();
        tidyUp();
        assertThat(expired("cup")).isZero();
        award();

        assertThat(badges.holders("champion")).containsExactly("ben SEASON-1");
        tidyUp();
        assertThat(expired("cup")).isEqualTo(1);
        assertThat(badges.holders("champion")).containsExactly("ben SEASON-1");
    }

    @Test
    void waitsForAwardsOfCorrection() {
        makeSeason("league");
        makeBadge("winner", "rankAtClose: {maxRank: 1", "league");
        badges.submit("league", "ann", 10);
        String wrong = badges.submit("league", "ben", 20);
        CLOCK.advance(Duration.ofHours(1));
        season("endSeason", "league", "");
        CLOCK.advance(Duration.ofDays(7));
        close();
        award();
        badges.remove(wrong);

        startNext("league");
        close();
        tidyUp();
        award();

        assertThat(badges.holders("winner")).contains("ann SEASON-1");
        tidyUp();
        assertThat(expired("league")).isEqualTo(1);
    }

    @Test
    void waitsForAwardsOfScores() {
        makeSeason("arena");
        makeBadge("ten", "score: {minScore: 10", "arena");
        badges.submit("arena", "ann", 10);

        startNext("arena");
        close();
        tidyUp();
        award();

        assertThat(badges.holders("ten")).containsExactly("ann SEASON-1");
        tidyUp();
        assertThat(expired("arena")).isEqualTo(1);
    }

    @Test
    void deletesAtOnceIfNoAwardsArePending() {
        makeSeason("plain");
        badges.submit("plain", "ann", 10);

        startNext("plain");

        assertThat(expired("plain")).isEqualTo(1);
    }

    private static void makeSeason(String board) {
        badges.board(board, ", windowDefinitions: [{kind: SEASON}]");
        season("startSeason", board, "");
    }

    private static void makeBadge(String key, String rule, String board) {
        badges.badge(
                key,
                rule + ", leaderboardKey: \"" + board + "\", windowDefinitionKey: \"season\"}",
                ", recurrence: EACH_PERIOD");
    }

    /** Starts the next season an hour later; it does not keep the one before. */
    private static void startNext(String board) {
        CLOCK.advance(Duration.ofHours(1));
        season("startSeason", board, ", retainPrevious: false");
    }

    private static void season(String mutation, String board, String rest) {
        String of = mutation.equals("startSeason")
                ? "leaderboardKey: \"" + board + "\""
                : "seasonId: \""
                        + server.client()
                                .ask("{ leaderboard(key: \"" + board + "\") { currentSeason { id } } }")
                                .text("data", "leaderboard", "currentSeason", "id")
                        + "\"";
        server.client()
                .ask("mutation { " + mutation + "(input: {" + of + rest
                        + "}) { season { number } errors { code message } } }")
                .text("data", mutation, "season", "number");
    }

    private static void close() {
        badges.close(CLOCK.instant());
    }

    private static void award() {
        badges.work(CLOCK.instant());
    }

    private static void tidyUp() {
        server.bean(Housekeeping.class).run(CLOCK.instant());
    }

    private static int expired(String board) {
        return server.database().sql().of("""
                        SELECT count(*) FROM leaderboard_window AS w JOIN leaderboard AS l ON l.id = w.leaderboard_id
                        WHERE l.key = :board AND w.expired_at IS NOT NULL
                        """).bind("board", board).one(Integer.class);
    }
}
