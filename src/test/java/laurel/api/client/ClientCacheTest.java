package laurel.api.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import laurel.LaurelServer;
import laurel.database.TestDatabase;
import laurel.request.StrictJson;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The normalized cache of a client stays consistent: see {@code cache.mjs}. */
final class ClientCacheTest {
    private static final int PARTICIPANTS = 30;

    private final TestDatabase database = TestDatabase.fresh();
    private final Random random = new Random(7);

    /** Noon, so that no day ends during the test. */
    private final Clock clock = Clock.offset(
            Clock.systemUTC(),
            Duration.between(
                    Instant.now(), Instant.now().truncatedTo(ChronoUnit.DAYS).plus(12, ChronoUnit.HOURS)));

    private LaurelServer server = start();
    private HttpServer control;

    @BeforeEach
    void startControl() throws IOException {
        control = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        on("/address", board -> {});
        on("/board", this::create);
        on("/scores", this::submit);
        on("/restart", board -> restart());
        control.start();
    }

    @AfterEach
    void stop() {
        control.stop(0);
        server.close();
        database.close();
    }

    @Test
    void keepsCacheEqualToFreshReads() {
        String address = "http://127.0.0.1:" + control.getAddress().getPort();
        List<? extends Map<?, ?>> cases = NodeScript.run("cache.mjs", address, LaurelServer.KEY)
                .lines()
                .map(line -> (Map<?, ?>) requireNonNull(StrictJson.read(line.getBytes(UTF_8), line)))
                .toList();
        assertThat(cases).hasSize(5).allSatisfy(one -> assertThat(one.get("failed"))
                .as("%s", one.get("name"))
                .isEqualTo(""));
    }

    /** Performs an action on the leaderboard in the query, and responds with the address of the service. */
    private void on(String path, Consumer<String> does) {
        control.createContext(path, exchange -> {
            try (exchange) {
                does.accept(String.valueOf(exchange.getRequestURI().getQuery()).replace("board=", ""));
                answer(exchange, 200, server.address().toString());
            } catch (RuntimeException | AssertionError e) {
                answer(exchange, 500, e.toString());
            }
        });
    }

    private static void answer(HttpExchange exchange, int status, String text) {
        try {
            byte[] body = text.getBytes(UTF_8);
            exchange.sendResponseHeaders(status, body.length);
            exchange.getResponseBody().write(body);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private LaurelServer start() {
        return LaurelServer.on(database, clock, Map.of("laurel.live.tick", "10ms"));
    }

    private void restart() {
        server.close();
        server = start();
    }

    /** A leaderboard with all-time and daily windows. Scores of earlier days are higher than today's. */
    private void create(String board) {
        server.client()
                .ask(
                        "mutation ($key: String!) { createLeaderboard(input: {key: $key, updateMode: REPLACE, "
                                + "windowDefinitions: [{kind: ALL_TIME}, {kind: DAILY}]}) { __typename } }",
                        Map.of("key", board));
        submit(board, 100, clock.instant().minus(3, ChronoUnit.DAYS));
        submit(board);
    }

    private void submit(String board) {
        submit(board, 0, clock.instant());
    }

    private void submit(String board, int least, Instant achievedAt) {
        List<Map<String, Object>> scores = IntStream.range(0, 20)
                .mapToObj(i -> score(board, "p" + random.nextInt(PARTICIPANTS), least + random.nextInt(60), achievedAt))
                .toList();
        server.client()
                .ask(
                        "mutation ($items: [SubmitScoreInput!]!) { submitScores(input: {items: $items}) { acceptedCount } }",
                        Map.of("items", scores));
    }

    private static Map<String, Object> score(String board, String participant, int score, Instant achievedAt) {
        return Map.of(
                "leaderboardKey",
                board,
                "participant",
                Map.of("externalId", participant),
                "score",
                score,
                "achievedAt",
                achievedAt.toString());
    }
}
