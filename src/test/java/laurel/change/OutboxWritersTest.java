package laurel.change;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import laurel.GraphQLClient.Answer;
import laurel.JobClient;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.database.Emptying;
import laurel.database.signal.Signal;
import laurel.database.signal.Signal.Topic;
import laurel.database.signal.Signals;
import laurel.database.sql.Sql;
import laurel.lifecycle.Housekeeping;
import laurel.lifecycle.Lifecycle;
import laurel.rankindex.EntryMove;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Whatever changes what stands in a board is noted, and wakes; what comes to nothing is not. */
class OutboxWritersTest {
    private static final Instant NOON = Instant.parse("2025-07-14T12:00:00Z");
    private static final String SUBMIT = """
            mutation ($board: String!, $who: String!, $score: Score!) {
              submitScore(input: {leaderboardKey: $board, participant: {externalId: $who}, score: $score}) {
                receipt { submission { id } } errors { code } } }
            """;

    private static final TickingClock CLOCK = new TickingClock(NOON);
    private static final Queue<Signal> HEARD = new ConcurrentLinkedQueue<>();

    private static LaurelServer server;
    private static Sql sql;
    private static Outbox outbox;

    private int board;

    @BeforeAll
    static void start() {
        server = LaurelServer.start(CLOCK, Map.of("laurel.signals.poll-every", "1h"));
        sql = server.bean(Sql.class);
        outbox = server.bean(Outbox.class);
        server.bean(Signals.class).listen(signal -> {
            if (signal.topic() == Topic.LEADERBOARD) {
                HEARD.add(signal);
            }
        });
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void empty() {
        Emptying.empty(server.database());
        CLOCK.set(NOON);
        HEARD.clear();
    }

    @Test
    void aSubmissionAndItsRemovalAreTold() {
        create("ALL_TIME");
        String submission = submit("ann", 5).text("submission", "id");
        submit("ann", 2);
        server.client()
                .ask("mutation { removeSubmission(input: {submissionId: \"" + submission
                        + "\"}) { errors { code } } }");
        List<EntryMove> shifts = changes().stream()
                .flatMap(change -> change.moves() == null ? Stream.empty() : change.moves().stream())
                .toList();
        assertThat(shifts).hasSize(3);
        assertThat(shifts.get(0).before()).isNull();
        assertThat(shifts.get(1).before()).isEqualTo(shifts.get(0).after());
        assertThat(shifts.get(2).before()).isEqualTo(shifts.get(1).after());
        assertThat(shifts.get(2).after()).isNotNull();
        assertThat(HEARD).hasSizeGreaterThanOrEqualTo(3);
    }

    @Test
    void whatTheDatabaseRejectsIsNotNoted() {
        create("ALL_TIME");
        sql.execute("ALTER TABLE entry ADD CONSTRAINT few CHECK (sort_key > ~10::bigint)");
        HEARD.clear();
        try {
            assertThat(server.client()
                            .send(SUBMIT, Map.of("board", "board", "who", "ann", "score", "11"))
                            .at("errors"))
                    .isNotNull();
        } finally {
            sql.execute("ALTER TABLE entry DROP CONSTRAINT few");
        }
        assertThat(changes()).isEmpty();
        assertThat(HEARD).isEmpty();
    }

    @Test
    void aFillIsNotedAnewAndADryRunIsNot() {
        create("ALL_TIME");
        submit("ann", 5);
        server.client().ask("""
                mutation { updateLeaderboard(input: {leaderboardKey: "board", expectedVersion: 1, windowDefinitions: [{kind: \
                    ALL_TIME}, {kind: \
                    MONTHLY}]}) {
                  leaderboard { version } errors { code message } } }
                """);
        HEARD.clear();
        assertThat(fill(true).text("entryCount")).isEqualTo("1");
        assertThat(changes()).hasSize(1);
        assertThat(HEARD).isEmpty();
        assertThat(fill(false).text("entryCount")).isEqualTo("1");
        assertThat(changes()).extracting(Change::moves).hasSize(2).last().isNull();
        assertThat(HEARD).hasSize(1);
        // Nothing changes any more.
        assertThat(fill(false).text("entryCount")).isEqualTo("0");
        assertThat(changes()).hasSize(2);
    }

    @Test
    void aSeasonThatBeginsWithWhatIsCarriedOverIsNotedAnew() {
        create("SEASON");
        season(1, "");
        submit("ann", 8);
        CLOCK.set(NOON.plus(Duration.ofHours(1)));
        HEARD.clear();
        season(2, "");
        assertThat(changes()).as("nobody stands in it").hasSize(1);
        assertThat(HEARD).as("but it is another one").isNotEmpty();
        submit("ann", 4);
        CLOCK.set(NOON.plus(Duration.ofHours(2)));
        season(3, ", carryOver: 0.5");
        assertThat(changes()).extracting(Change::moves).hasSize(3).last().isNull();
    }

    @Test
    void aSeasonThatIsDeletedIsNotedAnew() {
        create("SEASON");
        season(1, "");
        submit("ann", 8);
        CLOCK.set(NOON.plus(Duration.ofHours(1)));
        season(2, ", retainPrevious: false");
        assertThat(changes()).extracting(Change::moves).hasSize(2).last().isNull();
    }

    @Test
    void aWindowThatExpiresIsNotedAnew() {
        create("DAILY, retainCount: 1");
        submit("ann", 5);
        CLOCK.set(NOON.plus(Duration.ofDays(1)));
        submit("ann", 5);
        Instant later = NOON.plus(Duration.ofDays(4));
        server.bean(Lifecycle.class).run(later);
        assertThat(changes()).hasSize(2).extracting(Change::moves).doesNotContainNull();
        server.bean(Housekeeping.class).run(later);
        assertThat(changes())
                .extracting(Change::moves)
                .hasSizeGreaterThan(2)
                .last()
                .isNull();
    }

    @Test
    void aChangeOfTheBoardWakesAndIsNoChangeOfItsRankings() {
        create("ALL_TIME");
        assertThat(HEARD).hasSize(1);
        for (String change : List.of(
                "updateLeaderboard(input: {leaderboardKey: \"board\", expectedVersion: 1, name: \"Other\"})",
                "archiveLeaderboard(input: {leaderboardKey: \"board\"})",
                "unarchiveLeaderboard(input: {leaderboardKey: \"board\"})")) {
            HEARD.clear();
            server.client().ask("mutation { " + change + " { errors { code message } } }");
            assertThat(HEARD).as(change).hasSize(1);
        }
        HEARD.clear();
        server.client()
                .ask("mutation { deleteLeaderboard(input: {leaderboardKey: \"board\", expectedVersion: " + version()
                        + "}) { errors { code message } } }");
        assertThat(HEARD).hasSize(1);
        assertThat(changes()).isEmpty();
    }

    private void create(String kind) {
        server.client()
                .ask(
                        "mutation { createLeaderboard(input: {key: \"board\", updateMode: INCREMENT, windowDefinitions: [{kind: "
                                + kind + "}]}) { leaderboard { id } errors { code message } } }")
                .text("data", "createLeaderboard", "leaderboard", "id");
        board = sql.of("SELECT id FROM leaderboard").one(Integer.class);
    }

    private Answer submit(String who, int score) {
        Answer answer = server.client()
                .ask(SUBMIT, Map.of("board", "board", "who", who, "score", Integer.toString(score)))
                .node("data", "submitScore")
                .receipt();
        answer.text("submission", "id");
        return answer;
    }

    private Answer fill(boolean dryRun) {
        return new JobClient(server)
                .result(
                        "backfillWindows",
                        Map.of("leaderboardKey", "board", "windowDefinitionKey", "monthly", "dryRun", dryRun));
    }

    private void season(int number, String more) {
        String input = "{leaderboardKey: \"board\", expectedVersion: " + version() + more + "}";
        assertThat(server.client()
                        .ask("mutation { startSeason(input: " + input
                                + ") { season { number } errors { code message } } }")
                        .at("data", "startSeason", "season", "number"))
                .isEqualTo(number);
    }

    private int version() {
        return Integer.parseInt(server.client()
                .ask("{ leaderboard(key: \"board\") { version } }")
                .text("data", "leaderboard", "version"));
    }

    private List<Change> changes() {
        return sql.connected(() -> outbox.since(Map.of(board, 0L), 100, 10_000));
    }
}
