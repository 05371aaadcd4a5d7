package laurel.player.graphql;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.Date;
import java.util.List;
import java.util.Map;
import laurel.GraphQLClient;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.TickingClock;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.LoggerFactory;

/** Tokens of players, from the mutation that creates them to the player that the service sees. */
class PlayerGraphQLTest {
    private static final Instant START = Instant.parse("2025-07-13T14:30:00Z");
    private static final String SECRET = "a-secret-of-the-studio-0123456789";
    private static final String CREATE = """
            mutation ($input: CreatePlayerTokenInput!) { createPlayerToken(input: $input) {
              token expiresAt errors { code message path } } }
            """;
    private static final String VIEWER = "{ viewer { entityType externalId expiresAt participant { name } } }";

    private static final TickingClock CLOCK = new TickingClock(START);
    private static LaurelServer server;
    private static GraphQLClient game;

    @BeforeAll
    static void start() {
        server = LaurelServer.start(
                CLOCK,
                Map.of(
                        "laurel.tokens.issuers[0].issuer", "studio",
                        "laurel.tokens.issuers[0].audience", "laurel",
                        "laurel.tokens.issuers[0].app-claim", "game",
                        "laurel.tokens.issuers[0].secret", SECRET));
        server.client().ask("mutation { createApp(input: {key: \"game\"}) { app { id } } }");
        game = server.client().in("game");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void reset() {
        CLOCK.set(START);
    }

    @Test
    void identifiesPlayerOnEveryNode() {
        Answer created = create("{\"externalId\": \"42\"}", ", \"lifetime\": \"PT15M\"");
        assertThat(created.at("expiresAt")).isEqualTo("2025-07-13T14:45:00Z");
        try (LaurelServer other = server.secondNode(CLOCK)) {
            for (LaurelServer node : new LaurelServer[] {server, other}) {
                Answer viewer = node.client(created.text("token")).ask(VIEWER);
                assertThat(viewer.at("data", "viewer", "entityType")).isEqualTo("ACCOUNT");
                assertThat(viewer.at("data", "viewer", "externalId")).isEqualTo("42");
                assertThat(viewer.at("data", "viewer", "expiresAt")).isEqualTo("2025-07-13T14:45:00Z");
                assertThat(viewer.at("data", "viewer", "participant")).isNull();
            }
        }
    }

    @Test
    void refusesTokensOfReplacedKeyAfterRestart() {
        String before = create("{\"externalId\": \"42\"}", "").text("token");
        String key = server.database()
                .sql()
                .of("SELECT encode(key, 'hex') FROM secret WHERE purpose = 'player-token'")
                .one(String.class);
        replaceKey("ab".repeat(32));
        try (LaurelServer restarted = server.secondNode(CLOCK)) {
            assertThat(restarted.client(before).send(VIEWER, Map.of()).at("errors", 0, "extensions", "code"))
                    .isEqualTo("UNAUTHENTICATED");
            String after = create(restarted.client().in("game"), "{\"externalId\": \"42\"}", "")
                    .text("token");
            assertThat(restarted.client(after).ask(VIEWER).at("data", "viewer", "externalId"))
                    .isEqualTo("42");
        } finally {
            replaceKey(key);
        }
    }

    private static void replaceKey(String hex) {
        server.database()
                .sql()
                .of("UPDATE secret SET key = decode(:hex, 'hex') WHERE purpose = 'player-token'")
                .bind("hex", hex)
                .execute();
    }

    @Test
    void identifiesPlayerOfIssuer() {
        Answer viewer =
                server.client(studio("game", START)).in("game").ask(VIEWER).node("data", "viewer");
        assertThat(viewer.at("externalId")).isEqualTo("77");
        assertThat(viewer.at("expiresAt")).isEqualTo("2025-07-13T15:30:00Z");
    }

    @Test
    void returnsParticipantOnceItExists() {
        GraphQLClient player = server.client(create("{\"entityType\": \"PILOT\", \"externalId\": \"amelia\"}", "")
                .text("token"));
        assertThat(player.ask(VIEWER).at("data", "viewer", "participant")).isNull();
        game.ask(
                "mutation { createParticipant(input: {entityType: \"PILOT\", externalId: \"amelia\", name: \"Amelia\"})"
                        + " { participant { id } } }");
        assertThat(player.ask(VIEWER).at("data", "viewer", "participant", "name"))
                .isEqualTo("Amelia");
    }

    @Test
    void returnsNoViewerForApiKey() {
        assertThat(game.ask(VIEWER).node("data").json()).isEqualTo(Collections.singletonMap("viewer", null));
    }

    @Test
    void refusesToCreateTokenForPlayer() {
        GraphQLClient player =
                server.client(create("{\"externalId\": \"42\"}", "").text("token"));
        Answer refused = player.send(CREATE, Map.of("input", Map.of("participant", Map.of("externalId", "1"))));
        assertThat(refused.at("errors", 0, "extensions", "code")).isEqualTo("FORBIDDEN");
    }

    @ParameterizedTest
    @CsvSource({
        "'\"externalId\": \"\"', PT1H, INVALID_EXTERNAL_ID, participant",
        "'\"externalId\": \"1\", \"entityType\": \"a\"', PT1H, INVALID_ENTITY_TYPE, participant",
        "'\"externalId\": \"1\"', P1M, INVALID_DURATION, lifetime",
        "'\"externalId\": \"1\"', PT0S, DURATION_OUT_OF_RANGE, lifetime",
        "'\"externalId\": \"1\"', PT24H1S, DURATION_OUT_OF_RANGE, lifetime"
    })
    void refusesInvalidInput(String participant, String lifetime, String code, String path) {
        Answer refused = create("{" + participant + "}", ", \"lifetime\": \"" + lifetime + "\"");
        assertThat(refused.at("token")).isNull();
        assertThat(refused.at("errors", 0, "code")).isEqualTo(code);
        assertThat(refused.at("errors", 0, "path", 1)).isEqualTo(path);
    }

    @Test
    void rejectsTokenInAnotherApp() {
        String token = create("{\"externalId\": \"42\"}", "").text("token");
        Answer refused = server.client(token).in("default").send(VIEWER, Map.of());
        assertThat(refused.at("errors", 0, "extensions", "code")).isEqualTo("FORBIDDEN");
        assertThat(refused.text("errors", 0, "message")).isEqualTo("The token is bound to the app `game`.");
        Answer unknown = server.client(studio("chess", START)).send(VIEWER, Map.of());
        assertThat(unknown.at("errors", 0, "extensions", "code")).isEqualTo("APP_NOT_FOUND");
    }

    @Test
    void namesFailedCheckAndLogsNothing() throws Exception {
        String token = studio("game", START);
        CLOCK.set(START.plus(Duration.ofMinutes(61)));
        var log = (Logger) LoggerFactory.getLogger("laurel");
        var logged = new ListAppender<ILoggingEvent>();
        logged.start();
        log.addAppender(logged);
        Level level = log.getLevel();
        log.setLevel(Level.TRACE);
        try {
            assertRejected(token, "The token has expired (`exp`).");
            assertRejected(token.substring(0, token.length() - 4), "The signature of the token is not valid.");
        } finally {
            log.setLevel(level);
            log.detachAppender(logged);
        }
        assertThat(List.copyOf(logged.list).toString()).doesNotContain(token.split("\\."));
    }

    private static void assertRejected(String token, String message) throws IOException, InterruptedException {
        try (HttpClient http = HttpClient.newHttpClient()) {
            HttpResponse<byte[]> answer = http.send(
                    HttpRequest.newBuilder(server.address())
                            .header("Authorization", "Bearer " + token)
                            .header("Content-Type", "application/json")
                            .POST(BodyPublishers.ofString("{\"query\": \"{ viewer { externalId } }\"}"))
                            .build(),
                    BodyHandlers.ofByteArray());
            assertThat(answer.statusCode()).isEqualTo(401);
            assertThat(answer.headers().firstValue("WWW-Authenticate")).hasValue("Bearer error=\"invalid_token\"");
            assertThat(new String(answer.body(), UTF_8))
                    .contains("\"UNAUTHENTICATED\"", message)
                    .doesNotContain(token.split("\\."));
        }
    }

    private static Answer create(String participant, String more) {
        return create(game, participant, more);
    }

    private static Answer create(GraphQLClient caller, String participant, String more) {
        return caller.sendRaw(CREATE, "{\"input\": {\"participant\": " + participant + more + "}}")
                .node("data", "createPlayerToken");
    }

    /** A token of the studio, for an hour. */
    private static String studio(String app, Instant now) {
        var claims = new JWTClaimsSet.Builder()
                .issuer("studio")
                .audience("laurel")
                .claim("game", app)
                .subject("77")
                .issueTime(Date.from(now))
                .expirationTime(Date.from(now.plusSeconds(3_600)))
                .build();
        try {
            var token = new SignedJWT(new JWSHeader(JWSAlgorithm.HS256), claims);
            token.sign(new MACSigner(SECRET));
            return token.serialize();
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }
}
