package laurel.scoring;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import laurel.LaurelServer;
import laurel.LaurelTest;
import laurel.TickingClock;
import laurel.Tries;
import laurel.lifecycle.Lifecycle;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A day is in many windows that start daily. At most two of a definition are of the present and receive its scores at once; the
 * others receive them after the day, in the end with the same sums.
 */
@LaurelTest(at = "2026-03-10T12:00:00Z")
class LaterWindowsTest {
    private static final LocalDate DAY = LocalDate.parse("2026-03-10");
    /** When the scores of the day are due in later windows. */
    private static final Instant NEXT_NOON = Instant.parse("2026-03-11T12:00:00Z");

    private static final String WEEK = "{kind: CUSTOM, key: \"rolling-7\", interval: \"P1D\", length: \"P7D\"}";
    private static final String THREE_DAYS = "{kind: CUSTOM, key: \"rolling-3\", interval: \"P1D\", length: \"P3D\"}";
    private static final String SOCIAL = "{kind: DAILY}, {kind: WEEKLY}, {kind: MONTHLY}, {kind: ALL_TIME}, " + WEEK
            + ", {kind: CUSTOM, key: \"rolling-30\", interval: \"P1D\", length: \"P30D\"}";

    @Inject
    LaurelServer server;

    @Inject
    TickingClock clock;

    private LateActivityClient late;
    private LaterWindowsClient client;

    @BeforeEach
    void start() {
        late = new LateActivityClient(server, clock);
        client = new LaterWindowsClient(server);
    }

    @Test
    void changesEightEntriesOnTheDayAndTheOthersAfterIt() {
        late.create("board", "CORRECT", SOCIAL);
        late.record("ann", DAY, 10, 3);
        assertThat(client.entries()).isEqualTo(8);
        assertThat(client.scores("rolling-7", "ann")).isEqualTo(of(5, 2, 3));
        late.record("ann", DAY, 11, 1);
        assertThat(client.entries()).isEqualTo(8);
        server.drainActivity();
        assertThat(client.entries()).isEqualTo(8);
        advanceTo(NEXT_NOON);
        assertThat(client.entries()).isEqualTo(4 + 7 + 30);
        assertThat(client.scores("rolling-7", "ann")).isEqualTo(of(5, 7, 4));
    }

    static Stream<Integer> seeds() {
        return IntStream.range(0, Tries.of(1, 20)).boxed();
    }

    /** Every day, the window at each time has the sums of its days up to now, also with late events. */
    @ParameterizedTest
    @MethodSource("seeds")
    void hasSumsOfDaysInWindowAtEachTime(int seed) {
        Random random = new Random(seed);
        late.create("board", "CORRECT", "{kind: ALL_TIME}, " + WEEK);
        Map<String, Map<LocalDate, Integer>> byDay = new TreeMap<>();
        for (int day = 0; day < 14; day++) {
            LocalDate date = DAY.plusDays(day);
            for (int n = random.nextInt(5); n > 0; n--) {
                String who = "who-" + random.nextInt(3);
                LocalDate occurred = random.nextInt(3) == 0 ? date.minusDays(random.nextInt(4)) : date;
                advanceTo(date.atTime(19 + random.nextInt(4), 0).toInstant(ZoneOffset.UTC));
                late.record(who, occurred, 10, 1 + random.nextInt(3));
                byDay.computeIfAbsent(who, none -> new HashMap<>());
            }
            advanceTo(date.atTime(23, 30).toInstant(ZoneOffset.UTC));
            client.read(byDay, DAY.minusDays(4), DAY.plusDays(13));
            assertThat(client.windowAt(clock.instant())).as("on %s", date).isEqualTo(sums(byDay, date.minusDays(6), 7));
        }
        advanceTo(DAY.plusDays(30).atTime(12, 0).toInstant(ZoneOffset.UTC));
        for (int day = -6; day < 14; day++) {
            LocalDate first = DAY.plusDays(day);
            assertThat(client.windows("rolling-7", Map.of()).getOrDefault(first, Map.of()))
                    .as("from %s", first)
                    .isEqualTo(sums(byDay, first, 7));
        }
        client.assertDerived("rolling-7", DAY.minusDays(6));
    }

    @Test
    void countsLateEventsInAllWindowsAtOnce() {
        late.create("board", "CORRECT", WEEK);
        late.record("ann", DAY, 10, 3);
        advanceTo(Instant.parse("2026-03-13T12:00:00Z"));
        late.record("ann", DAY, 11, 2);
        assertThat(client.scores("rolling-7", "ann")).isEqualTo(of(5, 7, 5));
    }

    /** A late event before the scores of its day were due makes them due. */
    @Test
    void countsLateEventWithWhatWasDue() {
        late.create("board", "CORRECT", WEEK);
        late.record("ann", DAY, 10, 3);
        clock.set(NEXT_NOON.plusSeconds(60));
        late.record("ann", DAY, 11, 2);
        assertThat(client.scores("rolling-7", "ann")).isEqualTo(of(5, 7, 5));
        server.drainActivity();
        assertThat(client.scores("rolling-7", "ann")).isEqualTo(of(5, 7, 5));
    }

    @Test
    void leavesOutWhatWasRemovedOnTheDay() {
        late.create("board", "CORRECT", WEEK);
        late.record("ann", DAY, 10, 3);
        client.change(
                "removeEntry(input: {leaderboardKey: \"board\", participant: {external: {externalId: \"ann\"}}})");
        assertThat(client.scores("rolling-7", "ann")).isEmpty();
        late.record("ann", DAY, 11, 2);
        advanceTo(NEXT_NOON);
        assertThat(client.scores("rolling-7", "ann")).isEqualTo(of(5, 7, 2));
        client.change(
                "restoreEntry(input: {leaderboardKey: \"board\", participant: {external: {externalId: \"ann\"}}})");
        assertThat(client.scores("rolling-7", "ann")).isEqualTo(of(5, 7, 5));
    }

    @Test
    void movesEntriesOfAllWindowsToNewGroup() {
        late.create("board", "CORRECT", WEEK + "], groupings: [[], [\"campus\"]");
        client.campus("north", false);
        late.record("ann", DAY, 10, 3);
        client.campus("south", true);
        late.record("ann", DAY, 11, 2);
        advanceTo(NEXT_NOON);
        assertThat(client.scores("rolling-7", "ann")).isEqualTo(of(5, 7, 5));
        assertThat(client.scores("rolling-7", "ann", Map.of("campus", "south"))).isEqualTo(of(5, 7, 5));
        assertThat(client.scores("rolling-7", "ann", Map.of("campus", "north"))).isEmpty();
    }

    @Test
    void keepsScoresOfErasedParticipantInAllWindows() {
        late.create("board", "CORRECT", WEEK);
        late.record("ann", DAY, 10, 3);
        client.change(
                "eraseParticipant(input: {participant: {external: {externalId: \"ann\"}}, standings: ANONYMOUS})");
        server.runJobs();
        advanceTo(NEXT_NOON);
        assertThat(server.database().sql().of("""
                                SELECT count(*) FROM entry AS e JOIN ranking AS r ON r.id = e.ranking_id
                                WHERE r.app_id = :app AND to_score(e.sort_key, r.sort_order) = 3
                                """).bind("app", server.appId()).one(Integer.class))
                .isEqualTo(7);
    }

    /** A definition that is backfilled on the day, and after it, has what the other one has. */
    @Test
    void backfillsWindowsOnceFromBothSubmissions() {
        late.create("board", "CORRECT", WEEK);
        late.record("ann", DAY, 10, 3);
        client.change("updateLeaderboard(input: {leaderboardKey: \"board\", expectedVersion: 1, windowDefinitions: ["
                + WEEK + ", " + WEEK.replace("rolling-7", "copy") + "]})");
        client.backfill("copy", DAY.minusDays(6), false);
        assertThat(client.windows("copy", Map.of())).isEqualTo(client.windows("rolling-7", Map.of()));
        late.record("ann", DAY, 11, 2);
        advanceTo(NEXT_NOON);
        assertThat(client.scores("rolling-7", "ann")).isEqualTo(of(5, 7, 5));
        assertThat(client.windows("copy", Map.of())).isEqualTo(client.windows("rolling-7", Map.of()));
        client.assertDerived("copy", DAY.minusDays(6));
        client.assertDerived("rolling-7", DAY.minusDays(6));
    }

    /** If nothing was submitted for days, windows wait for what is due in them. */
    @Test
    void closesWindowsAfterTheyHaveScoresThatWereDue() {
        late.create("board", null, THREE_DAYS);
        late.record("ann", DAY, 10, 3);
        clock.set(Instant.parse("2026-03-15T12:00:00Z"));
        server.bean(Lifecycle.class).run(clock.instant());
        server.drainActivity();
        server.bean(Lifecycle.class).run(clock.instant());
        assertThat(client.scores("rolling-3", "ann")).isEqualTo(of(1, 3, 3));
        assertThat(server.database().sql().of("""
                                SELECT count(*) FROM leaderboard_window AS w
                                WHERE w.app_id = :app AND w.starts_at = '2026-03-10 UTC' AND w.revision = 1
                                """).bind("app", server.appId()).one(Integer.class))
                .isOne();
    }

    @Test
    void submitsAgainWhatArchivedLeaderboardRejects() {
        late.create("board", "CORRECT", WEEK);
        late.record("ann", DAY, 10, 3);
        client.change("archiveLeaderboard(input: {leaderboardKey: \"board\"})");
        advanceTo(NEXT_NOON);
        assertThat(client.scores("rolling-7", "ann")).isEqualTo(of(5, 2, 3));
        client.change("unarchiveLeaderboard(input: {leaderboardKey: \"board\"})");
        advanceTo(NEXT_NOON.plusSeconds(3600));
        assertThat(client.scores("rolling-7", "ann")).isEqualTo(of(5, 7, 3));
    }

    @Test
    void submitsScoresOfArchivedPolicy() {
        late.create("board", "CORRECT", WEEK);
        late.record("ann", DAY, 10, 3);
        client.change("archiveScoringPolicy(input: {scoringPolicyKey: \"board\"})");
        advanceTo(NEXT_NOON);
        assertThat(client.scores("rolling-7", "ann")).isEqualTo(of(5, 7, 3));
    }

    private void advanceTo(Instant time) {
        late.advanceTo(time);
        server.drainActivity();
    }

    /** The score of a number of windows, the last of which starts on the day, and the first as many days before it. */
    private static Map<LocalDate, Integer> of(int after, int count, int score) {
        Map<LocalDate, Integer> scores = new TreeMap<>();
        LocalDate first = DAY.minusDays(after + 1L);
        IntStream.range(0, count).forEach(n -> scores.put(first.plusDays(n), score));
        return scores;
    }

    private static Map<String, Integer> sums(Map<String, Map<LocalDate, Integer>> byDay, LocalDate first, int days) {
        Map<String, Integer> sums = new TreeMap<>();
        byDay.forEach((who, scores) -> scores.forEach((day, score) -> {
            if (score != 0 && !day.isBefore(first) && day.isBefore(first.plusDays(days))) {
                sums.merge(who, score, Integer::sum);
            }
        }));
        return sums;
    }
}
