package laurel.apikey;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
import java.io.IOException;
import laurel.LaurelServer;
import laurel.LaurelTest;
import laurel.api.InMemorySocket;
import laurel.api.RawSocket;
import laurel.database.Statements;
import laurel.database.Until;
import laurel.database.sql.Sql;
import laurel.request.access.KeySource;
import org.junit.jupiter.api.Test;

/** Keys of an address that has sent too many wrong ones. */
@LaurelTest
class GuessedKeyTest {
    private static final String LOOKUP = "WHERE k.public_id = :publicId AND k.revoked_at IS NULL";

    @Inject
    LaurelServer server;

    private static String guess() {
        return KeyText.generate(KeyText.newPublicId()).text();
    }

    private static String[] headers(String key, String address) {
        return new String[] {"Authorization: Bearer " + key, "X-Forwarded-For: " + address};
    }

    private String status(String key, String address) throws IOException {
        try (var raw = new RawSocket(server.address())) {
            raw.write("GET /graphql?query=%7B__typename%7D HTTP/1.1\r\nHost: localhost\r\n"
                    + String.join("\r\n", headers(key, address)) + "\r\n\r\n");
            return raw.readHead().substring("HTTP/1.1 ".length(), "HTTP/1.1 200".length());
        }
    }

    private String closing(String key, String address) throws IOException {
        try (RawSocket socket = RawSocket.upgraded(server.address(), headers(key, address))) {
            socket.sendText(InMemorySocket.INIT);
            return socket.readClose();
        }
    }

    @Test
    void looksUpOnlyKeysThatAreNotRefused() throws IOException {
        int wrong = 0;
        try (var statements = Statements.of(server.bean(Sql.class))) {
            for (int n = 0; n < 40; n++) {
                wrong += status(guess(), "203.0.113.8").equals("401") ? 1 : 0;
            }
            for (int n = 0; n < 4; n++) {
                wrong += closing(guess(), "203.0.113.8").startsWith("4403") ? 1 : 0;
            }
            assertThat(wrong).isBetween(30, 42);
            assertThat(statements.take())
                    .filteredOn(statement -> statement.named().contains(LOOKUP))
                    .hasSize(wrong);
        }
    }

    /** Other clients may share the address. */
    @Test
    void acceptsKeyThatTheAddressHasUsed() throws IOException {
        String key = create();
        assertThat(status(key, "203.0.113.9")).isEqualTo("200");
        String refused = "401";
        while (refused.equals("401")) {
            refused = status(guess(), "203.0.113.9");
        }
        assertThat(refused).isEqualTo("429");
        create();
        Until.holds(() -> !server.bean(KeySource.class).isCached(key));
        assertThat(status(key, "203.0.113.9")).isEqualTo("200");
    }

    private String create() {
        return server.client()
                .ask("mutation { createApiKey(input: {name: \"server\", role: READER}) { key } }")
                .text("data", "createApiKey", "key");
    }
}
