package laurel.api.error;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import laurel.api.TestSchema;
import laurel.api.TestServer;
import laurel.api.TestServer.Answer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** Failures as clients see them, and as the log contains them. */
@Isolated("reads the log, to which all others write")
final class RequestErrorsTest {
    private static final Pattern ID = Pattern.compile("Internal error, id ([0-9a-f-]{36})\\.");
    private static TestServer server;
    private final Logger log = (Logger) LoggerFactory.getLogger("ROOT");
    private final ListAppender<ILoggingEvent> logged = new ListAppender<>();

    @BeforeAll
    static void start() {
        server = new TestServer(TestSchema.SDL, new TestSchema(), Map.of());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void startLogging() {
        logged.start();
        log.addAppender(logged);
    }

    @AfterEach
    void stopLogging() {
        log.detachAppender(logged);
    }

    @ParameterizedTest
    @ValueSource(strings = {"broken", "brokenToo", "nothing", "wrongType", "notJson", "overflow"})
    void returnsIdOfLoggedException(String field) {
        Answer answer = server.query("{ " + field + " }");
        assertThat(answer.status()).isIn(200, 500);
        assertThat(answer.code()).isEqualTo("INTERNAL");
        var id = ID.matcher(String.valueOf(answer.message()));
        assertThat(id.matches()).isTrue();
        assertThat(answer.text()).doesNotContain("secret", "java", "Exception", "graphql.");
        assertThat(logged.list)
                .filteredOn(event -> event.getFormattedMessage().contains(id.group(1)))
                .singleElement()
                .satisfies(event -> assertThat(event.getThrowableProxy()).isNotNull());
    }

    @Test
    void returnsPathAndLocation() {
        Answer answer = server.query("{ hello here: broken }");
        assertThat(answer.at("data", "hello")).isEqualTo("Hello, world");
        assertThat(answer.at("errors", 0, "path")).isEqualTo(List.of("here"));
        assertThat(answer.at("errors", 0, "locations", 0, "column")).hasToString("9");
    }

    @Test
    void logsOneFailureOfABatchOnce() {
        Answer answer = server.query("{ people { badge } }");
        assertThat((List<?>) answer.at("errors")).hasSize(3);
        assertThat(answer.at("errors", 2, "message")).isEqualTo(answer.message());
        assertThat(logged.list).hasSize(1);
    }

    @Test
    void returnsMessageOfRequestException() {
        Answer answer = server.query("{ refused }");
        assertThat(answer.code()).isEqualTo("INVALID_ARGUMENT");
        assertThat(answer.message()).isEqualTo("Not like this");
        assertThat(logged.list).isEmpty();
    }

    /** The log has one line for the outage, not one for each request. */
    @ParameterizedTest
    @ValueSource(strings = {"08001", "08006", "57P01", "57P03", "53300", "25006"})
    void returnsUnavailableWithoutLoggingOutage(String state) {
        assertUnavailable(state);
        assertThat(logged.list).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"40001", "55P03"})
    void returnsUnavailableAndLogsContention(String state) {
        assertUnavailable(state);
        assertThat(logged.list).hasSize(1);
    }

    private static void assertUnavailable(String state) {
        Answer answer = server.query("query ($s: String) { sql(state: $s) }", Map.of("s", state));
        assertThat(answer.code()).isEqualTo("UNAVAILABLE");
        assertThat(answer.text()).doesNotContain("secret");
    }

    @Test
    void returnsTimeoutForCancelledStatement() {
        assertThat(server.query("{ sql(state: \"57014\") }").code()).isEqualTo("TIMEOUT");
    }

    @Test
    void hidesInvalidStatement() {
        Answer answer = server.query("{ sql(state: \"42601\") }");
        assertThat(answer.code()).isEqualTo("INTERNAL");
        assertThat(answer.text()).doesNotContain("secret");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"a\": 1}", "[1]", "true", "1.5", "12345678901234567890"})
    void namesJsonTypesInsteadOfJavaTypes(String value) {
        Answer answer =
                server.post("{\"query\": \"query ($a: Int!) { sum(a: $a) }\", \"variables\": {\"a\": " + value + "}}");
        assertThat(answer.code()).isEqualTo("INVALID_ARGUMENT");
        assertThat(answer.text()).doesNotContain("LinkedHashMap", "ArrayList", "Big", "java");
    }

    @Test
    void truncatesLongMessages() {
        Answer answer = server.query("{ hello(name: 1, " + "x".repeat(5_000) + ": 1) }");
        assertThat(answer.text().length()).isLessThan(3_000);
    }
}
