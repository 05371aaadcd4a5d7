package laurel.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

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

/** Every change of a ranking is stored in the outbox, and signals consumers. Operations without effect are not. */
class OutboxWritersTest {
    private static final Instant NOON = Instant.parse("2025-07-14T12:00:00Z");
    private static final String SUBMIT = """
            mutation ($board: String!, $participant: String!, $score: Score!) {
              submitScore(input: {leaderboardKey: $board, participant: {externalId: $participant}, score: $score}) {
                receipt { submission { id } } errors { code } } }
            """;

    private static final TickingClock CLOCK = new TickingClock(NOON);
    private static final Queue<Signal> SIGNALS = new ConcurrentLinkedQueue<>();

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
                SIGNALS.add(signal);
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
        SIGNALS.clear();
    }

    @Test
    void storesSubmissionAndItsRemoval() {
        create("ALL_TIME");
        String submission = submit("ann", 5).text("submission", "id");
        submit("ann", 2);
        server.client()
                .ask("mutation { removeSubmission(input: {submissionId: \"" + submission
                        + "\"}) { errors { code } } }");
        List<EntryMove> moves = changes().stream()
                .flatMap(change -> change.moves() == null ? Stream.empty() : change.moves().stream())
                .toList();
        assertThat(moves).hasSize(3);
        assertThat(moves.get(0).before()).isNull();
        assertThat(moves.get(1).before()).isEqualTo(moves.get(0).after());
        assertThat(moves.get(2).before()).isEqualTo(moves.get(1).after());
        assertThat(moves.get(2).after()).isNotNull();
        assertThat(SIGNALS).hasSizeGreaterThanOrEqualTo(3);
    }

    @Test
    void storesNothingIfDatabaseRejectsEntry() {
        create("ALL_TIME");
        sql.execute("ALTER TABLE entry ADD CONSTRAINT few CHECK (sort_key > ~10::bigint)");
        SIGNALS.clear();
        try {
            assertThat(server.client()
                            .send(SUBMIT, Map.of("board", "board", "participant", "ann", "score", "11"))
                            .at("errors"))
                    .isNotNull();
        } finally {
            sql.execute("ALTER TABLE entry DROP CONSTRAINT few");
        }
        assertThat(changes()).isEmpty();
        assertThat(SIGNALS).isEmpty();
    }

    @Test
    void storesBackfillWithoutMovesAndNoDryRun() {
        create("ALL_TIME");
        submit("ann", 5);
        server.client().ask("""
                mutation { updateLeaderboard(input: {leaderboardKey: "board", expectedVersion: 1, windowDefinitions: [{kind: \
                    ALL_TIME}, {kind: \
                    MONTHLY}]}) {
                  leaderboard { version } errors { code message } } }
                """);
        SIGNALS.clear();
        assertThat(backfill(true).text("entryCount")).isEqualTo("1");
        assertThat(changes()).hasSize(1);
        assertThat(SIGNALS).isEmpty();
        assertThat(backfill(false).text("entryCount")).isEqualTo("1");
        assertThat(changes())
                .extracting(Change::moves, Change::newScores)
                .hasSize(2)
                .last()
                .isEqualTo(tuple(null, true));
        assertThat(SIGNALS).hasSize(1);
        // The second backfill changes nothing.
        assertThat(backfill(false).text("entryCount")).isEqualTo("0");
        assertThat(changes()).hasSize(2);
    }

    @Test
    void storesStartOfSeasonWithCarryOverWithoutMoves() {
        create("SEASON");
        season(1, "");
        submit("ann", 8);
        CLOCK.set(NOON.plus(Duration.ofHours(1)));
        SIGNALS.clear();
        season(2, "");
        assertThat(changes()).as("the new season has no entries").hasSize(1);
        assertThat(SIGNALS).as("the current season has changed").isNotEmpty();
        submit("ann", 4);
        CLOCK.set(NOON.plus(Duration.ofHours(2)));
        season(3, ", carryOver: 0.5");
        assertThat(changes()).extracting(Change::moves).hasSize(3).last().isNull();
    }

    @Test
    void storesExpiryOfSeasonAsNoMoves() {
        create("SEASON");
        season(1, "");
        submit("ann", 8);
        CLOCK.set(NOON.plus(Duration.ofHours(1)));
        season(2, ", retainPrevious: false");
        assertThat(changes())
                .extracting(Change::moves, Change::hasUnlistedScores)
                .hasSize(2)
                .last()
                .isEqualTo(tuple(List.of(), false));
    }

    @Test
    void storesExpiryOfWindowAsNoMoves() {
        create("DAILY, retainCount: 1");
        submit("ann", 5);
        CLOCK.set(NOON.plus(Duration.ofDays(1)));
        submit("ann", 5);
        Instant later = NOON.plus(Duration.ofDays(4));
        server.bean(Lifecycle.class).run(later);
        assertThat(changes()).hasSize(2).extracting(Change::moves).doesNotContainNull();
        server.bean(Housekeeping.class).run(later);
        assertThat(changes())
                .extracting(Change::moves, Change::hasUnlistedScores)
                .hasSizeGreaterThan(2)
                .last()
                .isEqualTo(tuple(List.of(), false));
    }

    @Test
    void signalsChangeOfLeaderboardWithoutStoringIt() {
        create("ALL_TIME");
        assertThat(SIGNALS).hasSize(1);
        for (String change : List.of(
                "updateLeaderboard(input: {leaderboardKey: \"board\", expectedVersion: 1, name: \"Other\"})",
                "archiveLeaderboard(input: {leaderboardKey: \"board\"})",
                "unarchiveLeaderboard(input: {leaderboardKey: \"board\"})")) {
            SIGNALS.clear();
            server.client().ask("mutation { " + change + " { errors { code message } } }");
            assertThat(SIGNALS).as(change).hasSize(1);
        }
        SIGNALS.clear();
        server.client()
                .ask("mutation { deleteLeaderboard(input: {leaderboardKey: \"board\", expectedVersion: " + version()
                        + "}) { errors { code message } } }");
        assertThat(SIGNALS).hasSize(1);
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

    private Answer submit(String participant, int score) {
        Answer answer = server.client()
                .ask(SUBMIT, Map.of("board", "board", "participant", participant, "score", Integer.toString(score)))
                .node("data", "submitScore")
                .receipt();
        answer.text("submission", "id");
        return answer;
    }

    private Answer backfill(boolean dryRun) {
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
