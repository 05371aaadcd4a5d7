package laurel.api.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.net.http.HttpRequest;
import java.util.Map;
import laurel.api.TestSchema;
import laurel.api.TestServer;
import laurel.api.TestServer.Answer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

final class GraphQLEndpointTest {
    private static final TestSchema SCHEMA = new TestSchema();
    private static TestServer server;

    @BeforeAll
    static void start() {
        server = new TestServer(TestSchema.SDL, SCHEMA, Map.of());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void returnsResult() {
        Answer answer = server.query("query ($n: String) { hello(name: $n) }", Map.of("n", "Ålesund 🏊"));
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header("content-type")).isEqualTo("application/graphql-response+json;charset=utf-8");
        assertThat(answer.at("data", "hello")).isEqualTo("Hello, Ålesund 🏊");
    }

    @Test
    void loadsInOneBatch() {
        int before = SCHEMA.batches.get();
        Answer answer = server.query("{ people { id name } }");
        assertThat(answer.at("data", "people", 2, "id")).isEqualTo(BigInteger.valueOf(3));
        assertThat(answer.at("data", "people", 2, "name")).isEqualTo("Person 3");
        assertThat(SCHEMA.batches.get() - before).isEqualTo(1);
    }

    @Test
    void loadsOneBatchPerLevel() {
        int before = SCHEMA.batches.get();
        Answer answer = server.query("{ people { boss { boss { boss { id } } } } }");
        assertThat(answer.at("data", "people", 2, "boss", "boss", "boss", "id")).isEqualTo(BigInteger.valueOf(33));
        assertThat(SCHEMA.batches.get() - before).isEqualTo(3);
    }

    @Test
    void dispatchesChainedLoads() {
        int before = SCHEMA.batches.get();
        Answer answer = server.query("{ people { name bossName } }");
        assertThat(answer.at("data", "people", 1, "bossName")).isEqualTo("Person 12");
        assertThat(SCHEMA.batches.get() - before).isEqualTo(3);
    }

    @Test
    void executesOnVirtualThread() {
        assertThat(server.query("{ thread }").text()).contains("VirtualThread");
    }

    @Test
    void rejectsMutationByGet() {
        int before = SCHEMA.increments.get();
        Answer get = server.send(HttpRequest.newBuilder(server.uri("/graphql?query=mutation%7Bincrement%7D")));
        assertThat(get.status()).isEqualTo(405);
        assertThat(get.header("allow")).isEqualTo("POST");
        assertThat(get.code()).isEqualTo("BAD_REQUEST");
        assertThat(SCHEMA.increments.get()).isEqualTo(before);
        assertThat(server.query("mutation { increment }").at("data", "increment"))
                .isEqualTo(BigInteger.valueOf(before + 1));
    }
}
