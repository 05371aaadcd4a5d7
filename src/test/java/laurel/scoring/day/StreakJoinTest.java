package laurel.scoring.day;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.Tries;
import laurel.activity.ActivityClient;
import laurel.activity.BacklogProcessor;
import laurel.database.Until;
import laurel.score.LockedLeaderboard;
import laurel.score.ScoreClient;
import laurel.scoring.JoinedStreaks;
import laurel.scoring.PolicyClient;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A batch of late events joins the streaks of its participants. Their days are scored again in parts; other requests of the app
 * wait for one part at most. Locks that the test holds show this, not times.
 */
@Timeout(3_600)
class StreakJoinTest {
    private static final String BOARD = "overall";
    private static final LocalDate TODAY = LocalDate.parse("2026-08-20");
    private static final TickingClock CLOCK = new TickingClock(Instant.parse(TODAY + "T14:00:00Z"));
    private static final int PARTICIPANTS = Tries.of(3, 1_000);
    private static final int PART = Tries.of(40, 200);
    private static final Map<String, Object> SETTINGS = Map.of(
            "laurel.activity.every",
            "1h",
            "laurel.activity.batch-size",
            PART,
            "laurel.activity.immediate-days",
            1,
            "laurel.limits.rescored-days",
            PART / 2);

    private static LaurelServer server;
    private static JoinedStreaks streaks;

    @BeforeAll
    static void start() {
        server = LaurelServer.start(CLOCK, SETTINGS);
        new PolicyClient(server.client()).installSocial(Map.of()).text("key");
        streaks =
                new JoinedStreaks(server.client(), TODAY.minusDays(JoinedStreaks.DAYS_AFTER), "joined-", PARTICIPANTS);
        streaks.recordOthers();
        server.drainActivity();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void servesOtherRequestsBetweenParts() throws Exception {
        Map<String, ?> before = streaks.totals();
        streaks.join();
        assertThat(streaks.totals()).isEqualTo(before).hasSize(PARTICIPANTS);
        CLOCK.advance(Duration.ofSeconds(10));
        assertThat(server.bean(ChangedDayBacklog.class).size(PARTICIPANTS)).isEqualTo(PARTICIPANTS);
        assertThat(lag()).isEqualTo(10);

        long submitted = submissions();
        try (var locked = new LockedLeaderboard(server, BOARD)) {
            Future<Boolean> scoring = locked.sendAndAwaitLock(() -> {
                server.bean(BacklogProcessor.class).drain();
                return true;
            });
            // Days on which the multiplier is the largest before and after are not scored again.
            assertThat(daysLeft()).isBetween(1L, (long) PARTICIPANTS * (JoinedStreaks.CHANGED_DAYS + 1));
            // The part holds the lock of the scores; events are recorded, and rankings read.
            new ActivityClient(server.client())
                    .recordAll(List.of(ActivityClient.event("other", "room.joined", "other", TODAY + "T13:00:00Z")));
            assertThat(streaks.totals()).isEqualTo(before);
            Map<String, Object> input =
                    ScoreClient.with(ScoreClient.score(BOARD, "other", "7"), "group", Map.of("campus", "north"));
            Future<Answer> other = locked.sendAndAwaitLock(() -> new ScoreClient(server.client()).send(input));
            Future<LockedLeaderboard> next = locked.sendAndAwaitLock(() -> new LockedLeaderboard(server, BOARD));

            locked.release();

            assertThat(other.get().at("data", "submitScore", "errors")).isEqualTo(List.of());
            try (var lockedAgain = next.get()) {
                // The next part waits behind the submission.
                Until.holds(() -> lockedAgain.waiting().size() == 1);
                assertThat(submissions() - submitted).isBetween(1L, (long) PART);
                assertThat(rangesLeft()).isPositive();
                assertThat(scoring.isDone()).isFalse();
                lockedAgain.release();
                assertThat(scoring.get()).isTrue();
            }
        }
        server.drainActivity();
        assertThat(rangesLeft()).isZero();
        assertThat(streaks.totals()).isEqualTo(streaks.joinedTotals());
        assertThat(mostDaysInTransaction()).isBetween(1L, (long) PART);
    }

    private static long rangesLeft() {
        return server.bean(RescoreBacklog.class).size(Integer.MAX_VALUE);
    }

    private static long daysLeft() {
        return server.database()
                .sql()
                .of("SELECT coalesce(sum(end_date - start_date + 1), 0) FROM scoring_rescore_range")
                .one(Long.class);
    }

    private static double lag() {
        return server.bean(MeterRegistry.class)
                .get("laurel.scoring.lag")
                .gauge()
                .value();
    }

    /** Submissions of the policy to the leaderboard. */
    private static long submissions() {
        return server.database().sql().of("""
                        SELECT count(*) FROM score_submission AS s JOIN leaderboard AS l ON l.id = s.leaderboard_id
                        WHERE l.key = :board AND s.metadata ->> 'policy' = 'social'
                        """).bind("board", BOARD).one(Long.class);
    }

    /** The largest number of participants' days whose scores the same transaction has submitted. */
    private static long mostDaysInTransaction() {
        return server.database().sql().of("""
                        SELECT max(t.days) FROM (
                            SELECT count(DISTINCT (s.participant_id, s.metadata ->> 'day')) AS days FROM score_submission AS s
                            WHERE s.metadata ->> 'policy' = 'social' GROUP BY s.xmin::text) AS t
                        """).one(Long.class);
    }
}
