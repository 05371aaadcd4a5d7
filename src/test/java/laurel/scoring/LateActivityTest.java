package laurel.scoring;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import laurel.JobClient;
import laurel.LaurelServer;
import laurel.LaurelTest;
import laurel.TickingClock;
import laurel.Together;
import laurel.Tries;
import laurel.badge.BadgeClient;
import laurel.database.sql.Sql;
import laurel.scoring.LateActivityClient.ReadWindow;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Late events change the score of their day. A policy decides whether this corrects windows that are final. */
@LaurelTest(at = "2026-03-10T12:00:00Z")
class LateActivityTest {
    private static final LocalDate DAY = LocalDate.parse("2026-03-10");
    private static final String TODAY = "2026-03-10";
    private static final String WINDOWS = "{kind: DAILY}, {kind: WEEKLY}, {kind: ALL_TIME}";

    @Inject
    LaurelServer server;

    @Inject
    TickingClock clock;

    private LateActivityClient late;

    @BeforeEach
    void start() {
        late = new LateActivityClient(server, clock);
    }

    private void recordDay() {
        late.record("ann", DAY, 10, 1);
        late.record("ben", DAY, 10, 2);
        late.advanceTo(Instant.parse("2026-03-11T00:05:00Z"));
    }

    @Test
    void correctsFinalWindows() {
        late.create("board", "CORRECT", WINDOWS);
        recordDay();
        assertThat(late.windows("board", "daily").get(TODAY))
                .isEqualTo(new ReadWindow("FINAL", 1, List.of("1 ben 2", "2 ann 1")));
        late.record("ann", DAY, 11, 3);
        late.record("new", DAY, 11, 2);
        assertThat(late.windows("board", "daily").get(TODAY))
                .isEqualTo(new ReadWindow("FINAL", 1, List.of("1 ann 4", "2 ben 2", "2 new 2")));
        late.finalizeWindows();
        assertThat(late.windows("board", "daily").get(TODAY))
                .isEqualTo(new ReadWindow("FINAL", 2, List.of("1 ann 4", "2 ben 2", "2 new 2")));
        assertThat(late.standings("board", "weekly", "2026-W11")).isEqualTo(List.of("1 ann 4", "2 ben 2", "2 new 2"));
        assertThat(late.standings("board", "all-time", "ALL-TIME")).isEqualTo(List.of("1 ann 4", "2 ben 2", "2 new 2"));
    }

    /** No grace period is longer than seven days. */
    @Test
    void correctsWindowsThatEndedWeeksAgo() {
        late.create("board", "CORRECT", WINDOWS);
        recordDay();
        late.advanceTo(Instant.parse("2026-04-01T12:00:00Z"));
        late.record("ann", DAY, 11, 3);
        late.finalizeWindows();
        assertThat(late.windows("board", "daily").get(TODAY))
                .isEqualTo(new ReadWindow("FINAL", 2, List.of("1 ann 4", "2 ben 2")));
        assertThat(late.standings("board", "weekly", "2026-W11")).isEqualTo(List.of("1 ann 4", "2 ben 2"));
        assertThat(late.standings("board", "all-time", "ALL-TIME")).isEqualTo(List.of("1 ann 4", "2 ben 2"));
    }

    @Test
    void ignoresFinalWindowsByDefault() {
        late.create("board", null, WINDOWS);
        recordDay();
        late.record("ann", DAY, 11, 3);
        late.finalizeWindows();
        assertThat(late.windows("board", "daily").get(TODAY))
                .isEqualTo(new ReadWindow("FINAL", 1, List.of("1 ben 2", "2 ann 1")));
        assertThat(late.standings("board", "weekly", "2026-W11")).isEqualTo(List.of("1 ann 4", "2 ben 2"));
    }

    @Test
    void awardsBadgesOfRanksAgainAfterCorrection() {
        late.create("board", "CORRECT", WINDOWS);
        BadgeClient badges = new BadgeClient(server);
        badges.createBadge(
                "first",
                "rankAtClose: {leaderboardKey: \"board\", windowDefinitionKey: \"daily\", maxRank: 1}",
                ", recurrence: EACH_PERIOD");
        recordDay();
        badges.awardPending(clock.instant());
        assertThat(badges.holders("first")).containsExactly("ben " + TODAY);
        late.record("ann", DAY, 11, 3);
        late.finalizeWindows();
        badges.awardPending(clock.instant());
        assertThat(badges.events())
                .containsExactly("BADGE_AWARDED first ben", "BADGE_REVOKED first ben", "BADGE_AWARDED first ann");
    }

    @Test
    void leavesExpiredWindows() {
        late.create("board", "CORRECT", "{kind: DAILY, retainCount: 2}, {kind: WEEKLY}");
        recordDay();
        late.advanceTo(Instant.parse("2026-03-14T12:00:00Z"));
        late.expireWindows();
        late.record("ann", DAY, 11, 3);
        late.finalizeWindows();
        assertThat(late.windows("board", "daily")).doesNotContainKey(TODAY);
        assertThat(late.standings("board", "weekly", "2026-W11")).isEqualTo(List.of("1 ann 4", "2 ben 2"));
    }

    /** What the ledger does not keep could not be derived again. */
    @Test
    void leavesWindowsWithoutCompleteLedger() {
        late.create("board", "CORRECT", WINDOWS);
        recordDay();
        Sql sql = server.database().sql();
        sql.execute("INSERT INTO ledger_dropped_month (month, retired_at) VALUES (2026 * 12 + 2, now())");
        try {
            late.record("ann", DAY, 11, 3);
            late.finalizeWindows();
            assertThat(late.windows("board", "daily").get(TODAY))
                    .isEqualTo(new ReadWindow("FINAL", 1, List.of("1 ben 2", "2 ann 1")));
        } finally {
            sql.execute("DELETE FROM ledger_dropped_month WHERE month = 2026 * 12 + 2");
        }
    }

    /** A window that is filled later has the corrections, too. */
    @Test
    void countsCorrectionsInBackfilledWindows() {
        late.create("board", "CORRECT", "{kind: DAILY}");
        recordDay();
        late.record("ann", DAY, 11, 3);
        server.client()
                .ask(
                        "mutation { updateLeaderboard(input: {leaderboardKey: \"board\", expectedVersion: 1, windowDefinitions:"
                                + " [{kind: DAILY}, {kind: CUSTOM, key: \"copy\", interval: \"P1D\", length: \"P1D\"}]})"
                                + " { leaderboard { id } } }")
                .text("data", "updateLeaderboard", "leaderboard", "id");
        new JobClient(server)
                .result("backfillWindows", Map.of("leaderboardKey", "board", "windowDefinitionKey", "copy"));
        late.finalizeWindows();
        assertThat(late.windows("board", "copy").values())
                .extracting(ReadWindow::standings)
                .containsExactly(List.of("1 ann 4", "2 ben 2"));
    }

    @Test
    void showsLateActivityOfVersions() {
        late.create("board", "CORRECT", WINDOWS);
        late.create("other", null, WINDOWS);
        assertThat(server
                        .client()
                        .ask("{ scoringPolicies { nodes { key activeVersion { lateActivity } } } }")
                        .list("data", "scoringPolicies", "nodes")
                        .stream()
                        .map(policy -> policy.text("key") + " " + policy.text("activeVersion", "lateActivity")))
                .containsExactly("board CORRECT", "other IGNORE");
    }

    /** Corrections arrive while the window becomes final, and while earlier corrections are stored. */
    @Test
    void losesNoCorrectionWhileWindowsAreFinalized() {
        late.create("board", "CORRECT", WINDOWS);
        late.record("ann", DAY, 10, 1);
        late.advanceTo(Instant.parse("2026-03-11T00:04:59Z"));
        clock.set(Instant.parse("2026-03-11T00:05:00Z"));
        Together.all(4, writer -> {
            for (int n = 0; n < 10; n++) {
                if (writer == 0) {
                    late.finalizeWindows();
                } else {
                    late.record("who-" + writer, DAY, 11, 1);
                }
            }
            return writer;
        });
        server.drainActivity();
        late.finalizeWindows();
        assertThat(late.windows("board", "daily").get(TODAY))
                .satisfies(window -> assertThat(window.standings())
                        .containsExactlyInAnyOrder("1 who-1 10", "1 who-2 10", "1 who-3 10", "4 ann 1"))
                .extracting(ReadWindow::state)
                .isEqualTo("FINAL");
        assertThat(server.database()
                        .sql()
                        .of(
                                "SELECT count(*) FROM leaderboard_window WHERE app_id = :app AND requested_revision > revision")
                        .bind("app", server.appId())
                        .one(Integer.class))
                .isZero();
    }

    /** An event, and when it arrives. */
    private record Arrival(Instant at, String who, LocalDate day, int hour) {}

    static Stream<Integer> seeds() {
        return IntStream.range(0, Tries.of(1, 10)).boxed();
    }

    /** Events that arrive up to four days late: all windows are as if they had arrived in time. */
    @ParameterizedTest
    @MethodSource("seeds")
    void hasScoresOfEventsThatArriveInTime(int seed) {
        Random random = new Random(seed);
        late.create("board", "CORRECT", WINDOWS);
        Map<String, Map<String, Integer>> byDay = new HashMap<>();
        Map<String, Integer> total = new TreeMap<>();
        List<Arrival> arrivals = new ArrayList<>();
        for (int n = 0; n < Tries.of(40, 60); n++) {
            LocalDate day = DAY.plusDays(random.nextInt(5));
            String who = "who-" + random.nextInt(4);
            int hour = random.nextInt(24);
            Instant occurred = Instant.parse("%sT%02d:00:00Z".formatted(day, hour));
            arrivals.add(new Arrival(
                    occurred.plusSeconds(random.nextInt(3) == 0 ? random.nextInt(345_600) : 60), who, day, hour));
            byDay.computeIfAbsent(day.toString(), none -> new TreeMap<>()).merge(who, 1, Integer::sum);
            total.merge(who, 1, Integer::sum);
        }
        arrivals.sort(Comparator.comparing(Arrival::at));
        for (Arrival arrival : arrivals) {
            late.advanceTo(arrival.at);
            late.record(arrival.who, arrival.day, arrival.hour, 1);
        }
        late.advanceTo(Instant.parse("2026-03-20T12:00:00Z"));
        Map<String, ReadWindow> daily = late.windows("board", "daily");
        assertThat(daily.keySet()).isEqualTo(byDay.keySet());
        byDay.forEach((day, scores) -> assertThat(daily.get(day))
                .as(day)
                .satisfies(window -> assertThat(window.standings()).containsExactlyInAnyOrderElementsOf(ranked(scores)))
                .extracting(ReadWindow::state)
                .isEqualTo("FINAL"));
        assertThat(daily.values())
                .anySatisfy(window -> assertThat(window.revision()).isGreaterThan(1));
        assertThat(late.standings("board", "weekly", "2026-W11")).containsExactlyInAnyOrderElementsOf(ranked(total));
    }

    private static List<String> ranked(Map<String, Integer> scores) {
        return scores.entrySet().stream()
                .map(one -> 1
                        + scores.values().stream()
                                .filter(score -> score > one.getValue())
                                .count() + " " + one.getKey() + " " + one.getValue())
                .toList();
    }
}
