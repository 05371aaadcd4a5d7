package laurel.ranking;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Instant;
import laurel.LaurelServer;
import laurel.LaurelTest;
import laurel.database.sql.Sql;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Responses that contain only final standings are immutable. */
@LaurelTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FinalCachingTest {
    private static final Instant NOW = Instant.parse("2025-07-13T14:30:00Z");

    @Inject
    LaurelServer server;

    /** ID of the ranking of everyone. */
    private String id = "";

    private String participant = "";
    private String app = "";

    @BeforeAll
    void start() {
        var boards = new LifecycleLeaderboards(server);
        boards.create("board", "[{\"kind\": \"DAILY\", \"key\": \"daily\"}]");
        boards.submit("board", "a", 5);
        boards.submit("board", "b", 4);
        new FinalWindows(server).store("board", "2025-07-13", NOW);
        id = boards.board("board", "window(select: {relative: {definitionKey: \"daily\"}}) { ranking { id } }")
                .text("window", "ranking", "id");
        participant = server.client()
                .ask("{ participant(ref: {external: {externalId: \"a\"}}) { id } }")
                .text("data", "participant", "id");
        app = server.bean(Sql.class)
                .of("SELECT key FROM app WHERE id = :app")
                .bind("app", server.appId())
                .one(String.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "finalRanking(revision: 1) { revision entryCount finalizedAt }",
                "finalRanking(revision: 1) { standings(first: 1) { edges { cursor node { rank"
                        + " denseRank position percentRank cumeDist"
                        + " score"
                        + " subscore achievedAt metadata participant { id entityType } } } pageInfo { hasNextPage"
                        + " hasPreviousPage startCursor endCursor } } }",
                "id finalRanking(revision: 1) { standing(participant: {id: \"<a>\"}) { rank }"
                        + " around(participant: {id: \"<a>\"}) { nodes { rank } } }",
            })
    void marksStoredResultsAsImmutable(String fields) {
        assertThat(caching(node(fields))).isEqualTo("private, max-age=31536000, immutable");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "finalRanking { entryCount }",
                "finalRanking(revision: 2) { entryCount }",
                "entryCount finalRanking(revision: 1) { entryCount }",
                "finalRanking(revision: 1) { standings { edges { node { participant { name } } } } }",
                "finalRanking(revision: 1) { standing(participant: {external: {externalId: \"unknown\"}}) { rank } }",
                // Another participant can get the external ID, and a pseudonym can hide it.
                "finalRanking(revision: 1) { standing(participant: {external: {externalId: \"a\"}}) { rank } }",
            })
    void doesNotMarkChangeableResultsAsImmutable(String fields) {
        assertThat(caching(node(fields))).isEqualTo("no-store");
    }

    /** Another leaderboard can get the key later. */
    @Test
    void doesNotMarkResultsFoundByKeyAsImmutable() {
        assertThat(caching("{ leaderboard(key: \"board\") { window(select: {name: {name: \"2025-07-13\"}}) { ranking {"
                        + " finalRanking(revision: 1) { entryCount } } } } }"))
                .isEqualTo("no-store");
    }

    private String node(String fields) {
        return "{ node(id: \"" + id + "\") { ... on Ranking { " + fields.replace("<a>", participant) + " } } }";
    }

    private String caching(String query) {
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create(server.address() + "?query=" + URLEncoder.encode(query, UTF_8)))
                .header("Authorization", "Bearer " + LaurelServer.KEY)
                .header("Laurel-App", app)
                .build();
        try (var http = HttpClient.newHttpClient()) {
            HttpResponse<String> response = http.send(request, BodyHandlers.ofString());
            assertThat(response.body()).contains("data").doesNotContain("errors");
            return response.headers().firstValue("Cache-Control").orElse("");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
