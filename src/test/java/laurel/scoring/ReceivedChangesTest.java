package laurel.scoring;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.activity.ActivityClient;
import laurel.window.WindowOpener;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is stored to be scored in the background counts as of the time when it was received. */
class ReceivedChangesTest {
    private static final LocalDate DAY = LocalDate.parse("2026-03-10");
    /** In the grace period of the day's window. */
    private static final Instant BEFORE_CLOSE = Instant.parse("2026-03-11T00:04:00Z");
    /** After it. */
    private static final Instant AFTER_CLOSE = Instant.parse("2026-03-11T00:06:00Z");

    private static final String WINDOWS = "{kind: DAILY}, {kind: ALL_TIME}";
    private static final TickingClock CLOCK = new TickingClock(BEFORE_CLOSE);
    private static LaurelServer service;
    private LateActivityClient late;
    private LaterWindowsClient client;
    private int events;

    /** Days of one participant are scored at once, those of two are stored. */
    @BeforeAll
    static void start() {
        service = LaurelServer.start(CLOCK, Map.of("laurel.activity.every", "1h", "laurel.activity.immediate-days", 1));
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @BeforeEach
    void inNewApp() {
        CLOCK.set(BEFORE_CLOSE);
        late = new LateActivityClient(service.inNewApp(), CLOCK);
        client = new LaterWindowsClient(late.server());
    }

    private void create(String windows) {
        late.create("board", null, windows);
        late.server().bean(WindowOpener.class).openAhead(CLOCK.instant());
    }

    /** Records an event of each of two participants, which is scored in the background. */
    private void store(LocalDate day, int hour) {
        List<Map<String, Object>> items = Stream.of("ann", "bob")
                .map(who ->
                        ActivityClient.event("stored" + events++, "seen", who, "%sT%02d:00:00Z".formatted(day, hour)))
                .toList();
        new ActivityClient(late.server().client()).recordAll(items);
    }

    @Test
    void countsStoredChangeInClosingWindowAlsoIfDayIsScoredAtOnceAfterIt() {
        create(WINDOWS);
        store(DAY, 22);
        CLOCK.set(AFTER_CLOSE);
        late.record("ann", DAY, 23, 1);
        late.finalizeWindows();
        service.drainActivity();
        late.finalizeWindows();
        assertThat(late.standings("board", "daily", "2026-03-10")).containsExactly("1 ann 2", "2 bob 1");
    }

    @Test
    void countsStoredChangeInClosingWindowAlsoIfSeasonStartsAfterIt() {
        create(WINDOWS + ", {kind: SEASON}");
        client.change("startSeason(input: {leaderboardKey: \"board\"})");
        store(DAY, 22);
        CLOCK.set(AFTER_CLOSE);
        client.change("startSeason(input: {leaderboardKey: \"board\", carryOver: \"1\"})");
        late.finalizeWindows();
        service.drainActivity();
        late.finalizeWindows();
        assertThat(late.standings("board", "daily", "2026-03-10")).containsExactly("1 ann 1", "1 bob 1");
    }

    @Test
    void countsChangesBeforeSeasonThatStartsBeforeTheMiddleOfTheDay() {
        CLOCK.set(Instant.parse(DAY + "T09:00:00Z"));
        create("{kind: SEASON}");
        client.change("startSeason(input: {leaderboardKey: \"board\", startsAt: \"" + DAY + "T10:00:00Z\"})");
        late.record("ann", DAY, 8, 1);
        CLOCK.set(Instant.parse(DAY + "T10:30:00Z"));
        late.record("ann", DAY, 10, 1);
        assertThat(late.standings("board", "season", "SEASON-1")).containsExactly("1 ann 2");
    }

    /** A later change of another day is not as old. */
    @Test
    void countsEachDayAsOfItsOwnChanges() {
        create(WINDOWS);
        store(DAY.plusDays(1), 0);
        CLOCK.set(AFTER_CLOSE);
        store(DAY, 23);
        service.drainActivity();
        assertThat(late.windows("board", "daily")).containsOnlyKeys("2026-03-11");
        assertThat(late.standings("board", "all-time", "ALL-TIME")).containsExactly("1 ann 2", "1 bob 2");
    }

    @Test
    void leavesOutStoredChangesOfRemovedEntry() {
        create(WINDOWS);
        late.record("ann", DAY, 21, 1);
        store(DAY, 22);
        client.change(
                "removeEntry(input: {leaderboardKey: \"board\", participant: {external: {externalId: \"ann\"}}})");
        service.drainActivity();
        assertThat(late.standings("board", "all-time", "ALL-TIME")).containsExactly("1 bob 1");
    }

    @Test
    void leavesOutStoredChangesOfAllRemovedEntries() {
        create(WINDOWS);
        store(DAY, 22);
        client.change("removeEntries(input: {participant: {external: {externalId: \"ann\"}}})");
        service.runJobs();
        service.drainActivity();
        assertThat(late.standings("board", "all-time", "ALL-TIME")).containsExactly("1 bob 1");
    }

    @Test
    void movesEntryOfStoredChangesToNewGroup() {
        create(WINDOWS + "], groupings: [[], [\"campus\"]");
        client.campus("north", false);
        store(DAY, 22);
        client.campus("south", true);
        service.drainActivity();
        assertThat(score("south")).isOne();
        assertThat(score("north")).isZero();
    }

    @Test
    void keepsStoredChangesOfErasedParticipant() {
        create("{kind: ALL_TIME}");
        late.record("ann", DAY, 21, 1);
        store(DAY, 22);
        client.change(
                "eraseParticipant(input: {participant: {external: {externalId: \"ann\"}}, standings: ANONYMOUS})");
        service.runJobs();
        service.drainActivity();
        assertThat(service.database()
                        .sql()
                        .of("""
                                SELECT sum(to_score(e.sort_key, r.sort_order))::bigint FROM entry AS e
                                JOIN ranking AS r ON r.id = e.ranking_id WHERE r.app_id = :app
                                """)
                        .bind("app", late.server().appId())
                        .one(Long.class))
                .isEqualTo(3);
    }

    /** The score of the participant in the ranking of a campus, of all time; 0 if it has none. */
    private int score(String campus) {
        return late
                .server()
                .client()
                .ask("""
                        query ($group: GroupValues) { leaderboard(key: "board") { window(select: {name: {name: "ALL-TIME"}}) {
                          ranking(group: $group) { standings(first: 9) { nodes { score participant { externalId } } } } } } }
                        """, Map.of("group", Map.of("campus", campus)))
                .list("data", "leaderboard", "window", "ranking", "standings", "nodes")
                .stream()
                .filter(one -> one.text("participant", "externalId").equals("ann"))
                .mapToInt(one -> Integer.parseInt(one.text("score")))
                .sum();
    }
}
