package laurel.api.operation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.stream.IntStream;
import laurel.api.InMemorySocket;
import laurel.api.LiveSchema;
import laurel.api.TestServer;
import laurel.database.Until;
import laurel.request.RequestErrorCode;
import laurel.request.RequestException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Operations over a socket, message by message, from their request to their last word. */
final class SocketOperationsTest {
    private static final LiveSchema SCHEMA = new LiveSchema();
    private static final String TOLD = "subscription { told { text } }";
    private static TestServer server;

    private InMemorySocket talk;

    @BeforeAll
    static void start() {
        server = new TestServer(LiveSchema.SDL, SCHEMA, Map.of());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void init() {
        talk = new InMemorySocket(server);
        talk.init();
    }

    @AfterEach
    void leavesNothingBehind() {
        talk.leave();
        Until.holds(() -> SCHEMA.listening() == 0);
        Until.holds(() -> talk.subscriptions.get() == 0);
    }

    @Test
    void answersQueriesAndMutationsOnce() {
        talk.subscribe("q", "{ hello }");
        assertAnswered("q", "{\"hello\":\"Hello\"}");
        int before = SCHEMA.increments.get();
        talk.subscribe("m", "mutation { increment }");
        assertAnswered("m", "{\"increment\":" + (before + 1) + "}");
        talk.subscribe("q", "{ hello }");
        assertAnswered("q", "{\"hello\":\"Hello\"}");
    }

    @ParameterizedTest
    @CsvSource({
        "'{ hello', GRAPHQL_PARSE_FAILED",
        "'{ nothing }', GRAPHQL_VALIDATION_FAILED",
        "'subscription { refused { text } }', INTERNAL"
    })
    void saysWhatCouldNotBeRunAndFreesItsId(String query, String code) {
        for (int i = 0; i < 2; i++) {
            talk.subscribe("1", query);
            assertThat(talk.next())
                    .startsWith("{\"id\":\"1\",\"type\":\"error\",\"payload\":[{")
                    .contains("\"code\":\"" + code + "\"")
                    .doesNotContain("secret");
        }
        talk.assertQuiet();
    }

    @Test
    void whatFailedWhileItRanIsAResult() {
        talk.subscribe("1", "{ broken }");
        assertThat(talk.next())
                .startsWith("{\"id\":\"1\",\"type\":\"next\",\"payload\":{\"errors\":[{")
                .contains("\"code\":\"INTERNAL\"")
                .contains("\"data\":null,");
        assertThat(talk.next()).isEqualTo(complete("1"));
    }

    @Test
    void tellsASubscriptionUntilItsClientHasEnough() {
        follow("1");
        for (int i = 0; i < 50; i++) {
            SCHEMA.tell("news " + i);
        }
        for (int i = 0; i < 50; i++) {
            assertThat(talk.next()).isEqualTo(news("1", "news " + i));
        }
        talk.say("{\"type\": \"complete\", \"id\": \"1\"}");
        assertThat(SCHEMA.listening()).isZero();
        assertThat(talk.subscriptions).hasValue(0);
        SCHEMA.tell("to nobody");
        talk.assertQuiet();
        follow("1");
        SCHEMA.tell("again");
        assertThat(talk.next()).isEqualTo(news("1", "again"));
    }

    @Test
    void anErrorWithinOneResultDoesNotEndASubscription() {
        talk.subscribe("1", "subscription { told { broken } }");
        Until.holds(() -> SCHEMA.listening() == 1);
        for (int i = 0; i < 2; i++) {
            SCHEMA.tell("news");
            assertThat(talk.next())
                    .startsWith("{\"id\":\"1\",\"type\":\"next\"")
                    .contains("\"code\":\"INTERNAL\"")
                    .contains("\"data\":{\"told\":{\"broken\":null}}");
        }
    }

    @Test
    void saysWhenASourceIsAtItsEnd() {
        follow("1");
        SCHEMA.tell("the last");
        SCHEMA.listeners().forEach(listener -> listener.complete());
        assertThat(talk.next()).isEqualTo(news("1", "the last"));
        assertThat(talk.next()).isEqualTo(complete("1"));
        assertThat(SCHEMA.listening()).isZero();
        follow("1");
    }

    @Test
    void saysWhyASourceHasFailed() {
        follow("1");
        SCHEMA.listeners()
                .forEach(listener -> listener.failed(new RequestException(RequestErrorCode.UNAVAILABLE, "Not today")));
        assertThat(talk.next())
                .startsWith("{\"id\":\"1\",\"type\":\"error\"")
                .contains("Not today", "\"code\":\"UNAVAILABLE\"");
        assertThat(SCHEMA.listening()).isZero();
        follow("1");
    }

    @Test
    void anIdServesOneOperationAtATime() {
        follow("1");
        follow("2");
        talk.subscribe("1", "{ hello }");
        assertThat(talk.closed()).isEqualTo("4409 Subscriber for 1 already exists");
        assertThat(SCHEMA.listening()).isZero();
    }

    @Test
    void anIdIsOfOneConnection() {
        follow("1");
        var other = new InMemorySocket(server);
        other.init();
        other.subscribe("1", TOLD);
        Until.holds(() -> SCHEMA.listening() == 2);
        SCHEMA.tell("news");
        assertThat(talk.next()).isEqualTo(news("1", "news"));
        assertThat(other.next()).isEqualTo(news("1", "news"));
        other.leave();
        assertThat(SCHEMA.listening()).isEqualTo(1);
    }

    @Test
    void mayBeToldToEndWhatItDoesNotKnow() {
        follow("1");
        talk.say("{\"type\": \"complete\", \"id\": \"2\"}");
        talk.assertQuiet();
        assertThat(SCHEMA.listening()).isEqualTo(1);
    }

    @Test
    void hasSoManyOperationsUnderWay() {
        IntStream.range(0, 3).forEach(i -> talk.subscribe("id " + i, TOLD));
        Until.holds(() -> SCHEMA.listening() == 3);
        talk.subscribe("more", "{ hello }");
        assertThat(talk.next())
                .startsWith("{\"id\":\"more\",\"type\":\"error\"")
                .contains("laurel.limits.subscriptions", "\"code\":\"LIMIT_EXCEEDED\"");
        talk.say("{\"type\": \"complete\", \"id\": \"id 0\"}");
        talk.subscribe("more", "{ hello }");
        assertThat(talk.next()).isEqualTo(answer("more", "{\"hello\":\"Hello\"}"));
    }

    @Test
    void leavesEverythingWhenTheClientGoes() {
        IntStream.range(0, 3).forEach(i -> talk.subscribe("id " + i, TOLD));
        Until.holds(() -> talk.subscriptions.get() == 3);
        talk.leave();
        Until.holds(() -> SCHEMA.listening() == 0);
        assertThat(talk.subscriptions).hasValue(0);
        SCHEMA.tell("to nobody");
        assertThat(talk.messages).isEmpty();
    }

    @Test
    void aSubscriptionWaitsForRoom() {
        follow("1");
        talk.fill();
        SCHEMA.tell("one");
        SCHEMA.tell("two");
        talk.assertQuiet();
        talk.empty();
        assertThat(talk.next()).isEqualTo(news("1", "one"));
        assertThat(talk.next()).isEqualTo(news("1", "two"));
        assertThat(talk.dropped).hasValue(0);
    }

    @Test
    void anAnswerWaitsForRoom() {
        int before = SCHEMA.increments.get();
        talk.fill();
        talk.subscribe("1", "mutation { increment }");
        talk.subscribe("2", "mutation { increment }");
        talk.say("{\"type\": \"complete\", \"id\": \"2\"}");
        talk.assertQuiet();
        talk.empty();
        assertAnswered("1", "{\"increment\":" + (before + 1) + "}");
        assertThat(SCHEMA.increments).hasValue(before + 1);
    }

    @Test
    void endsASubscriptionOfWhichTooManyEmissionsWait() {
        follow("1");
        talk.fill();
        for (int i = 0; i <= SubscriptionDelivery.MAX_WAITING; i++) {
            SCHEMA.tell("too much");
        }
        assertThat(talk.next())
                .startsWith("{\"id\":\"1\",\"type\":\"error\"")
                .contains("\"code\":\"SLOW_CONSUMER\"", "resume");
        assertThat(SCHEMA.listening()).isZero();
        assertThat(talk.dropped).hasValue(1);
        talk.empty();
        follow("1");
        talk.assertQuiet();
    }

    private void assertAnswered(String id, String data) {
        assertThat(talk.next()).isEqualTo(answer(id, data));
        assertThat(talk.next()).isEqualTo(complete(id));
    }

    private void follow(String id) {
        int before = SCHEMA.begun();
        talk.subscribe(id, TOLD);
        Until.holds(() -> SCHEMA.begun() == before + 1);
    }

    /** Of a query or a mutation with one field. */
    private static String answer(String id, String data) {
        return next(id, data + ",\"extensions\":{\"cost\":{\"requested\":1}}");
    }

    private static String next(String id, String data) {
        return "{\"id\":\"" + id + "\",\"type\":\"next\",\"payload\":{\"data\":" + data + "}}";
    }

    private static String news(String id, String text) {
        return next(id, "{\"told\":{\"text\":\"" + text + "\"}}");
    }

    private static String complete(String id) {
        return "{\"id\":\"" + id + "\",\"type\":\"complete\"}";
    }
}
