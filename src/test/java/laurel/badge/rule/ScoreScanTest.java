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
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Badges with rules on scores read the entries if changes are not listed. */
class ScoreScanTest {
    private static final String DAY = "2025-07-13";
    private static final String SCORE_RULE = "score: {leaderboardKey: \"arena\", windowDefinitionKey: \"daily\", ";
    private static final String EACH = ", recurrence: EACH_PERIOD";
    private static final Instant NOON = Instant.parse(DAY + "T12:00:00Z");
    private static final TickingClock CLOCK = new TickingClock(NOON);

    /** Entries with a better score than the only one, whose submissions are not stored any more. */
    private static final String INSERT_ENTRIES = """
            WITH participants AS (
                INSERT INTO participant (app_id, entity_type, external_id, created_at)
                SELECT r.app_id, 'ACCOUNT', 'old' || n, e.achieved_at
                FROM entry AS e JOIN ranking AS r ON r.id = e.ranking_id CROSS JOIN generate_series(1, 1000) AS n
                WHERE r.window_id = (SELECT max(id) FROM leaderboard_window WHERE app_id = :app AND definition = 'daily')
                RETURNING id, external_id)
            INSERT INTO entry (ranking_id, participant_id, sort_key, subscore_key, tie_key, achieved_at, submission_id, id_key)
            SELECT e.ranking_id, p.id, e.sort_key - 1, 0, 0, e.achieved_at, 0, id_key('ACCOUNT', p.external_id)
            FROM entry AS e JOIN ranking AS r ON r.id = e.ranking_id CROSS JOIN participants AS p
            WHERE r.window_id = (SELECT max(id) FROM leaderboard_window WHERE app_id = :app AND definition = 'daily')
            """;

    private static LaurelServer service;
    private LaurelServer server;
    private BadgeClient badges;

    @BeforeAll
    static void start() {
        service = LaurelServer.shared(CLOCK);
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @BeforeEach
    void createLeaderboard() {
        CLOCK.set(NOON);
        server = service.inNewApp();
        badges = new BadgeClient(server);
        badges.createLeaderboard(
                "arena",
                ", updateMode: INCREMENT, windowDefinitions: [{kind: DAILY, retainCount: 1}, {kind: WEEKLY}, {kind: ALL_TIME}],"
                        + " gracePeriod: \"PT1H\"");
    }

    @Test
    void scansEntriesIfChangesAreIncomplete() {
        badges.createBadge("ten", SCORE_RULE + "minScore: 10}", EACH);
        badges.submit("arena", "ann", 10);
        removeMovesFromChanges();
        badges.awardPending(CLOCK.instant());
        assertThat(badges.holders("ten")).containsExactly("ann " + DAY);
    }

    @Test
    void scansWindowsClosedSinceLastReadIfChangesAreIncomplete() {
        badges.createBadge("ten", SCORE_RULE + "minScore: 10}", EACH);
        badges.createBadge("week", SCORE_RULE.replace("daily", "weekly") + "minScore: 10}", "");
        badges.submit("arena", "ann", 10);
        CLOCK.advance(Duration.ofDays(1).plusHours(2));
        badges.finalizeWindows(CLOCK.instant());
        removeMovesFromChanges();
        badges.awardPending(CLOCK.instant());
        assertThat(badges.holders("ten")).containsExactly("ann " + DAY);
        assertThat(badges.holders("week")).hasSize(1);
    }

    @Test
    void awardsCompleteChangesAfterIncompleteOnes() {
        badges.createBadge("ten", SCORE_RULE + "minScore: 10}", EACH);
        badges.submit("arena", "ann", 9);
        removeMovesFromChanges();
        String more = badges.submit("arena", "ann", 1);
        badges.remove(more);
        badges.awardPending(CLOCK.instant());
        assertThat(badges.holders("ten")).containsExactly("ann " + DAY);
    }

    @Test
    void countsOnlyScoresSinceBadgeWasCreated() {
        submitLater("ann");
        createLater("ten");
        submitLater("ben");
        removeMovesFromChanges();
        badges.awardPending(CLOCK.instant());
        assertThat(badges.holders("ten")).containsExactly("ben " + DAY);
        assertThat(badges.backfill("ten").at("awardedCount")).isEqualTo(1);
    }

    @Test
    void countsOnlyScoresSinceBadgeWasEnabled() {
        createLater("ten");
        badges.setState("ten", "DISABLED");
        submitLater("ann");
        CLOCK.advance(Duration.ofSeconds(1));
        badges.setState("ten", "ENABLED");
        badges.setState("ten", "ENABLED");
        submitLater("ben");
        badges.setState("ten", "ENABLED");
        removeMovesFromChanges();
        badges.awardPending(CLOCK.instant());
        assertThat(badges.holders("ten")).containsExactly("ben " + DAY);
    }

    @Test
    void readsNextPartIfNoEntryOfPartCounts() {
        createLater("ten");
        submitLater("ann");
        execute(INSERT_ENTRIES);
        removeMovesFromChanges();
        badges.awardPending(CLOCK.instant());
        assertThat(badges.holders("ten")).containsExactly("ann " + DAY);
    }

    @Test
    void awardsNothingForEarlierScoresIfWindowExpires() {
        submitLater("ann");
        createAllTimeBadge();
        expireDay();
        badges.awardPending(CLOCK.instant());
        assertThat(badges.holders("ever")).isEmpty();
    }

    @Test
    void readsNoEntriesIfWindowExpires() {
        createAllTimeBadge();
        submitLater("ann");
        badges.awardPending(CLOCK.instant());
        deleteAwards();
        expireDay();
        badges.awardPending(CLOCK.instant());
        assertThat(badges.holders("ever")).isEmpty();
    }

    @Test
    void readsNoEntriesIfParticipantIsErased() {
        createAllTimeBadge();
        submitLater("ann");
        submitLater("ben");
        badges.awardPending(CLOCK.instant());
        deleteAwards();
        badges.graphQL()
                .ask("mutation { eraseParticipant(input: {participant: {external: {externalId: \"ben\"}},"
                        + " standings: ANONYMOUS}) { job { id } errors { code } } }")
                .text("data", "eraseParticipant", "job", "id");
        server.runJobs();
        badges.awardPending(CLOCK.instant());
        assertThat(badges.holders("ever")).isEmpty();
    }

    /** A scan would make the awards again. */
    private void deleteAwards() {
        assertThat(badges.holders("ever")).isNotEmpty();
        execute("DELETE FROM badge_award WHERE app_id = :app");
    }

    private void expireDay() {
        CLOCK.advance(Duration.ofDays(2));
        badges.submit("arena", "ben", 1);
        badges.finalizeWindows(CLOCK.instant());
        server.bean(Housekeeping.class).run(CLOCK.instant());
        assertThat(server.database()
                        .sql()
                        .of("SELECT count(*) FROM leaderboard_window WHERE app_id = :app AND expired_at = :now")
                        .bind("app", server.appId())
                        .bind("now", CLOCK.instant())
                        .one(Integer.class))
                .isPositive();
    }

    /** Submits a score of 10 a second later. */
    private void submitLater(String participant) {
        CLOCK.advance(Duration.ofSeconds(1));
        badges.submit("arena", participant, 10);
    }

    /** Creates a badge for a score of 10 in a day a second later. */
    private void createLater(String key) {
        CLOCK.advance(Duration.ofSeconds(1));
        badges.createBadge(key, SCORE_RULE + "minScore: 10}", EACH);
    }

    /** Creates a badge for a score of 10 a second later. */
    private void createAllTimeBadge() {
        CLOCK.advance(Duration.ofSeconds(1));
        badges.createBadge("ever", SCORE_RULE.replace("daily", "all-time") + "minScore: 10}", "");
    }

    /** Makes all changes incomplete: their entries are not listed. */
    private void removeMovesFromChanges() {
        execute("""
                UPDATE change_outbox SET rankings = NULL, participants = NULL, before_sort_keys = NULL, before_subscore_keys = NULL,
                    before_tie_keys = NULL, after_sort_keys = NULL, after_subscore_keys = NULL, after_tie_keys = NULL
                WHERE leaderboard_id IN (SELECT id FROM leaderboard WHERE app_id = :app)
                """);
    }

    private void execute(String statement) {
        server.database().sql().of(statement).bind("app", server.appId()).execute();
    }
}
