package laurel.api.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import laurel.HealthPages;
import laurel.LaurelProcess;
import laurel.LaurelServer;
import laurel.database.TestDatabase;
import laurel.database.Until;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Answers while the service stops. */
@Timeout(300)
class GracefulShutdownTest {
    private static final int CLIENTS = 16;

    @Test
    void everyRequestInFlightIsAnswered() throws Exception {
        try (var database = TestDatabase.fresh();
                var laurel = LaurelProcess.start(database, Map.of())) {
            board(laurel);
            var answered = new AtomicInteger();
            Queue<String> wrong = new ConcurrentLinkedQueue<>();
            List<Thread> clients = new ArrayList<>();
            IntStream.range(0, CLIENTS)
                    .forEach(n -> clients.add(Thread.ofPlatform().start(() -> submit(laurel, n, answered, wrong))));
            Until.holds(() -> answered.get() > 20 * CLIENTS);
            laurel.terminate();
            assertThat(laurel.exitCode()).isEqualTo(143);
            for (Thread client : clients) {
                client.join();
            }
            assertThat(wrong).isEmpty();
            assertThat(laurel.said()).doesNotContain("\tat ", " ERROR ", " WARN ");
        }
    }

    @Test
    void whatTakesLongerThanTheLimitIsUnavailable() throws Exception {
        try (var database = TestDatabase.fresh();
                var laurel = LaurelProcess.start(database, Map.of("laurel.stop.within", "1s"));
                var held = database.transaction()) {
            board(laurel);
            held.execute("LOCK TABLE participant IN EXCLUSIVE MODE");
            var answer = new ArrayList<HttpResponse<String>>();
            Thread client = Thread.ofPlatform().start(() -> answer.add(sent(laurel, 1)));
            Until.holds(() -> waits(database));
            laurel.terminate();
            client.join();
            assertThat(answer).singleElement().satisfies(told -> {
                assertThat(told.statusCode()).isEqualTo(503);
                assertThat(told.body()).contains("UNAVAILABLE", "The service is stopping");
                assertThat(told.headers().firstValue("Connection")).contains("close");
            });
            assertThat(laurel.exitCode()).isEqualTo(143);
            held.rollback();
            assertThat(laurel.said()).doesNotContain("\tat ", " ERROR ");
        }
    }

    @Test
    void isNotReadyWhileItStillAnswers() throws Exception {
        try (var database = TestDatabase.fresh();
                var laurel = LaurelProcess.start(database, Map.of("laurel.stop.delay", "5s"))) {
            assertThat(HealthPages.of(laurel.address())).isEqualTo(HealthPages.WELL);
            laurel.terminate();
            HealthPages.NOT_READY.await(laurel.address());
            board(laurel);
            assertThat(laurel.exitCode()).isEqualTo(143);
        }
    }

    private static void board(LaurelProcess laurel) {
        laurel.client()
                .ask("mutation { createLeaderboard(input: {key: \"board\", windowDefinitions: [{kind: ALL_TIME}]})"
                        + " { leaderboard { id } } }")
                .text("data", "createLeaderboard", "leaderboard", "id");
    }

    private static boolean waits(TestDatabase database) {
        return database.sql()
                .of("SELECT count(*) > 0 FROM pg_stat_activity WHERE datname = current_database()"
                        + " AND application_name = 'laurel' AND wait_event_type = 'Lock'")
                .one(boolean.class);
    }

    /**
     * One after the other on one connection, until nobody accepts connections. A connection without a request for a while
     * may be closed at the moment of the next one, so only failures soon after the previous request count.
     */
    private static void submit(LaurelProcess laurel, int who, AtomicInteger answered, Queue<String> wrong) {
        long previous = System.nanoTime();
        boolean gone = false;
        try (HttpClient client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
            for (int score = 0; !gone; score++) {
                long begin = System.nanoTime();
                try {
                    HttpResponse<String> response = client.send(request(laurel, who, score), BodyHandlers.ofString());
                    answered.incrementAndGet();
                    String body = response.body();
                    if (body.contains("\"errors\"") && !body.contains("\"UNAVAILABLE\"")) {
                        wrong.add(body);
                    }
                } catch (ConnectException e) {
                    gone = true;
                } catch (IOException | InterruptedException e) {
                    gone = System.nanoTime() - previous < HttpConnection.QUIET;
                    if (gone) {
                        wrong.add(e.toString());
                    }
                }
                previous = begin;
            }
        }
    }

    private static HttpResponse<String> sent(LaurelProcess laurel, int score) {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(request(laurel, 1, score), BodyHandlers.ofString());
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static HttpRequest request(LaurelProcess laurel, int who, int score) {
        return HttpRequest.newBuilder(laurel.address())
                .header("Authorization", "Bearer " + LaurelServer.KEY)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"query\": \"" + submission(who, score) + "\"}"))
                .build();
    }

    private static String submission(int who, int score) {
        return "mutation { submitScore(input: {leaderboardKey: \\\"board\\\", participant: {externalId: \\\"who-" + who
                + "\\\"}, score: " + score + "}) { receipt { submission { id } } } }";
    }
}
