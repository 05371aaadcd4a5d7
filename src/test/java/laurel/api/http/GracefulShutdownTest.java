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

/** Responses while the service stops. */
@Timeout(300)
class GracefulShutdownTest {
    private static final int CLIENTS = 16;

    @Test
    void answersAllRequestsInFlight() throws Exception {
        try (var database = TestDatabase.fresh();
                var laurel = LaurelProcess.start(database, Map.of())) {
            createBoard(laurel);
            var answered = new AtomicInteger();
            Queue<String> wrong = new ConcurrentLinkedQueue<>();
            List<Thread> clients = new ArrayList<>();
            IntStream.range(0, CLIENTS)
                    .forEach(n -> clients.add(
                            Thread.ofPlatform().start(() -> submitUntilRefused(laurel, n, answered, wrong))));
            Until.holds(() -> answered.get() > 20 * CLIENTS);
            laurel.terminate();
            assertThat(laurel.exitCode()).isEqualTo(143);
            for (Thread client : clients) {
                client.join();
            }
            assertThat(wrong).isEmpty();
            // The service may warn of the version of Java.
            assertThat(laurel.output().replaceFirst(" WARN  laurel.Laurel ", ""))
                    .doesNotContain("\tat ", " ERROR ", " WARN ");
        }
    }

    @Test
    void stopsRequestAfterLimit() throws Exception {
        try (var database = TestDatabase.fresh();
                var laurel = LaurelProcess.start(database, Map.of("laurel.stop.timeout", "1s"));
                var held = database.transaction()) {
            createBoard(laurel);
            held.execute("LOCK TABLE participant IN EXCLUSIVE MODE");
            var answer = new ArrayList<HttpResponse<String>>();
            Thread client = Thread.ofPlatform().start(() -> answer.add(sendSubmission(laurel, 1)));
            Until.holds(database::waitsForLock);
            laurel.terminate();
            client.join();
            assertThat(answer).singleElement().satisfies(response -> {
                assertThat(response.statusCode()).isEqualTo(503);
                assertThat(response.body()).contains("UNAVAILABLE", "The service is stopping");
                assertThat(response.headers().firstValue("Connection")).contains("close");
            });
            assertThat(laurel.exitCode()).isEqualTo(143);
            held.rollback();
            assertThat(laurel.output()).doesNotContain("\tat ", " ERROR ");
        }
    }

    @Test
    void reportsNotReadyWhileServing() throws Exception {
        try (var database = TestDatabase.fresh();
                var laurel = LaurelProcess.start(database, Map.of("laurel.stop.delay", "5s"))) {
            assertThat(HealthPages.of(laurel.address())).isEqualTo(HealthPages.WELL);
            laurel.terminate();
            HealthPages.NOT_READY.await(laurel.address());
            createBoard(laurel);
            assertThat(laurel.exitCode()).isEqualTo(143);
        }
    }

    private static void createBoard(LaurelProcess laurel) {
        laurel.client()
                .ask("mutation { createLeaderboard(input: {key: \"board\", windowDefinitions: [{kind: ALL_TIME}]})"
                        + " { leaderboard { id } } }")
                .text("data", "createLeaderboard", "leaderboard", "id");
    }

    /**
     * Submits sequentially on one connection, until the server rejects connections. The server may close an idle connection
     * at the moment of the next request, so only failures soon after the previous request count.
     */
    private static void submitUntilRefused(LaurelProcess laurel, int who, AtomicInteger answered, Queue<String> wrong) {
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
                    gone = System.nanoTime() - previous < HttpConnection.IDLE;
                    if (gone) {
                        wrong.add(e.toString());
                    }
                }
                previous = begin;
            }
        }
    }

    private static HttpResponse<String> sendSubmission(LaurelProcess laurel, int score) {
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
