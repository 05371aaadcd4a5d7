package laurel.api.export;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.api.RawSocket;
import laurel.database.Until;
import laurel.database.sql.Sql;
import laurel.database.sql.Statement;
import laurel.database.sql.StatementWatcher;
import laurel.request.GlobalIds;
import laurel.request.JsonPieces;
import laurel.request.export.ExportDocument;
import laurel.request.export.ExportSection;
import laurel.request.export.ExportSource;
import laurel.request.export.ExportSubject;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** An export is sent while it is read, and ends with its client. */
class ExportStreamTest {
    private static final int SUBMISSIONS = 100_000;
    private static final Instant NOON = Instant.parse("2025-07-13T12:00:00Z");
    private static final String WAITING = """
            SELECT count(*)::integer FROM pg_stat_activity
            WHERE datname = current_database() AND state = 'idle in transaction'
            """;

    /** The submissions of one participant, as the service stores them. */
    private static final String COPIES = """
            INSERT INTO score_submission (id, app_id, leaderboard_id, participant_id, score, subscore, achieved_at, received_at,
                                          board_time, metadata, group_values, window_ids)
            SELECT (s.id >> 40 << 40) + 1000 + n, s.app_id, s.leaderboard_id, s.participant_id, n, 0, s.achieved_at,
                   s.received_at, s.board_time, jsonb_build_object('n', n, 'text', repeat('x', 100)), '{}', '{}'
            FROM score_submission AS s, generate_series(2, :count) AS n
            """;

    private static LaurelServer server;
    private static ExportClient client;

    @BeforeAll
    static void start() {
        server = LaurelServer.start(
                new TickingClock(NOON), Map.of("laurel.limits.send-time", "500ms", "laurel.limits.exports", 1));
        client = new ExportClient(server, "default");
        server.client()
                .ask("mutation { createLeaderboard(input: {key: \"arena\", windowDefinitions: [{kind: ALL_TIME}]}) {"
                        + " leaderboard { id } } submitScore(input: {leaderboardKey: \"arena\","
                        + " participant: {externalId: \"ann\"}, score: 1}) { errors { code } } }");
        server.database().sql().of(COPIES).bind("count", SUBMISSIONS).execute();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static int running() {
        return server.bean(Exports.class).running();
    }

    private static int transactions() {
        return server.database().sql().of(WAITING).one(Integer.class);
    }

    @Test
    void streamsManySubmissionsFewAtATime() {
        var fetchSizes = new ConcurrentLinkedQueue<Integer>();
        server.bean(Sql.class).watch(new StatementWatcher() {
            @Override
            public void beforeExecution(Statement statement, PreparedStatement prepared) {
                if (statement.text().contains(":subject.participant")) {
                    try {
                        fetchSizes.add(prepared.getFetchSize());
                        assertThat(prepared.getConnection().getAutoCommit()).isFalse();
                        assertThat(prepared.getConnection().getTransactionIsolation())
                                .isEqualTo(Connection.TRANSACTION_REPEATABLE_READ);
                    } catch (SQLException e) {
                        throw new AssertionError(e);
                    }
                }
            }
        });
        try {
            String body = client.get(ExportClient.ANN, LaurelServer.KEY).body();
            assertThat(body.split("\"achievedAt\"", -1)).hasSizeGreaterThan(SUBMISSIONS);
            assertThat(ExportClient.parsed(body).list("submissions")).hasSize(SUBMISSIONS);
        } finally {
            server.bean(Sql.class).watch(StatementWatcher.NONE);
        }
        // Of a statement in a transaction, the driver holds so many rows at a time.
        assertThat(fetchSizes).hasSizeGreaterThan(10).allMatch(size -> size > 0 && size <= ExportSection.HELD);
        Until.holds(() -> running() == 0);
    }

    @Test
    void readsRowsOnlyForRequestedPieces() {
        var read = new AtomicInteger();
        var closed = new AtomicInteger();
        ExportSource source = subject -> List.of(ExportSection.of("rows", () -> IntStream.range(0, SUBMISSIONS)
                .peek(n -> read.incrementAndGet())
                .mapToObj(n -> row(n))
                .onClose(closed::incrementAndGet)));
        JsonPieces pieces = ExportDocument.of(List.of(source), server.bean(GlobalIds.class))
                .of(new ExportSubject(1, 1, true, NOON));
        assertThat(read).hasValue(0);
        int longest = 0;
        int expected = 0;
        while (pieces.hasNext()) {
            int before = read.get();
            byte[] piece = pieces.next();
            longest = Math.max(longest, piece.length);
            expected = Math.max(expected, read.get() - before);
        }
        assertThat(read).hasValue(SUBMISSIONS);
        assertThat(closed).hasValue(1);
        assertThat(longest).isLessThan(70_000);
        assertThat(expected).isLessThan(5_000);
    }

    private static Map<String, @Nullable Object> row(int n) {
        return Map.of("n", n, "text", "x".repeat(20));
    }

    @Test
    void releasesConnectionOfClientThatDisconnects() throws IOException {
        try (RawSocket raw = request()) {
            assertThat(raw.readUntil("\"participant\"")).contains("200 OK");
            assertThat(running()).isEqualTo(1);
            // A second export has no place.
            assertThat(client.get(ExportClient.ANN, LaurelServer.KEY))
                    .satisfies(response -> assertThat(response.statusCode()).isEqualTo(503))
                    .satisfies(response -> assertThat(response.headers().firstValue("Retry-After"))
                            .isPresent());
        }
        Until.holds(() -> running() == 0 && transactions() == 0);
        assertThat(client.send("HEAD", ExportClient.ANN, LaurelServer.KEY).statusCode())
                .isEqualTo(200);
    }

    @Test
    void cutsOffClientThatDoesNotRead() throws IOException {
        try (RawSocket raw = request()) {
            raw.readUntil("\"participant\"");
            Until.holds(() -> running() == 0 && transactions() == 0);
            String rest = raw.read(SUBMISSIONS * 400);
            assertThat(rest.length()).isLessThan(SUBMISSIONS * 200);
            assertThat(rest).doesNotContain("\"withheldEntries\"");
        }
    }

    private static RawSocket request() throws IOException {
        RawSocket raw = new RawSocket(server.address());
        raw.write("GET " + ExportClient.ANN + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
                + LaurelServer.KEY + "\r\n\r\n");
        return raw;
    }
}
