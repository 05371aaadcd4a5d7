package laurel.api.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest;
import java.util.Map;
import laurel.api.TestSchema;
import laurel.api.TestServer;
import laurel.api.TestServer.Answer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The app that a request acts in, by its key and its header. Requests that may not act in the app are not executed. */
final class CallerResolverTest {
    private static final TestSchema SCHEMA = new TestSchema();
    private static TestServer locked;
    private static TestServer open;

    @BeforeAll
    static void start() {
        String keys =
                "operators-key-0123,other:others-key-01234567,default:defaults-key-0123,missing:missings-key-0123";
        locked = new TestServer(TestSchema.SDL, SCHEMA, Map.of("laurel.keys", keys));
        open = new TestServer(TestSchema.SDL, SCHEMA, Map.of());
    }

    @AfterAll
    static void stop() {
        locked.close();
        open.close();
    }

    @ParameterizedTest
    @CsvSource(nullValues = "none", textBlock = """
            operators-key-0123,   none,      app=1,    app=null
            operators-key-0123,   default,   app=1,    app=null
            operators-key-0123,   other,     app=1001, app=null
            operators-key-0123,   ' other ', app=1001, app=null
            others-key-01234567,  none,      app=1001, app=other
            others-key-01234567,  other,     app=1001, app=other
            defaults-key-0123,    none,      app=1,    app=default
            """)
    void resolvesAppFromKeyAndHeader(String key, String app, String id, String bound) {
        Answer answer = locked.send(with(app, get(locked).header("Authorization", "Bearer " + key)));
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.text()).contains(id + ", identity=", bound + ", player=");
    }

    @ParameterizedTest
    @CsvSource(nullValues = "none", textBlock = """
            none,  app=1
            other, app=1001
            """)
    void treatsEveryCallerAsOperatorWithoutKeys(String app, String id) {
        Answer answer = open.send(with(app, get(open)));
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.text()).contains(id + ", identity=", "role=ADMIN", "app=null, player=");
    }

    @ParameterizedTest
    @CsvSource(nullValues = "none", textBlock = """
            operators-key-0123,  nope,    400, APP_NOT_FOUND
            operators-key-0123,  OTHER,   400, APP_NOT_FOUND
            operators-key-0123,  '',      400, APP_NOT_FOUND
            operators-key-0123,  "'é<",   400, APP_NOT_FOUND
            operators-key-0123,  'a,b',   400, APP_NOT_FOUND
            missings-key-0123,    none,    400, APP_NOT_FOUND
            missings-key-0123,    missing,  400, APP_NOT_FOUND
            missings-key-0123,    other,   403, FORBIDDEN
            others-key-01234567, default, 403, FORBIDDEN
            others-key-01234567, nope,    403, FORBIDDEN
            others-key-01234567, '',      403, FORBIDDEN
            """)
    void executesNothingInUnknownOrForbiddenApp(String key, String app, int status, String code) {
        int before = SCHEMA.increments.get();
        for (String accept : new String[] {"application/json", "application/graphql-response+json"}) {
            var request = HttpRequest.newBuilder(locked.uri("/graphql"))
                    .header("Authorization", "Bearer " + key)
                    .header("Content-Type", "application/json")
                    .header("Accept", accept)
                    .POST(HttpRequest.BodyPublishers.ofString("{\"query\": \"mutation { increment }\"}"));
            Answer answer = locked.send(with(app, request));
            assertThat(answer.status()).isEqualTo(status);
            assertThat(answer.code()).isEqualTo(code);
            assertThat(answer.text()).doesNotContain("data", "key-0123", "<");
        }
        assertThat(SCHEMA.increments.get()).isEqualTo(before);
    }

    @Test
    void rejectsRepeatedAppHeader() {
        var request = get(open).header("Laurel-App", "other").header("Laurel-App", "other");
        Answer answer = open.send(request);
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.code()).isEqualTo("BAD_REQUEST");
    }

    private static HttpRequest.Builder get(TestServer server) {
        return HttpRequest.newBuilder(server.uri("/graphql?query=%7Bcontext%7D"));
    }

    private static HttpRequest.Builder with(String app, HttpRequest.Builder request) {
        return app == null ? request : request.header("Laurel-App", app);
    }
}
