package laurel.participant;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import laurel.GraphQLClient;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.RawInput;
import laurel.TickingClock;
import laurel.database.Contents;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Invalid participants are rejected with a code, and nothing is stored. */
class ParticipantRefusalTest {
    private static final RawInput GOOD = new RawInput(Map.of("externalId", "\"ann\"", "name", "\"Ann\""));
    private static final String CREATE = """
            mutation ($input: CreateParticipantInput!) { createParticipant(input: $input) {
              participant { id name } errors { code message path } } }
            """;
    private static final String UPDATE = """
            mutation ($input: UpdateParticipantInput!) { updateParticipant(input: $input) {
              participant { id name } errors { code message path } } }
            """;

    private static LaurelServer server;
    private static GraphQLClient client;

    @BeforeAll
    static void start() {
        server = LaurelServer.start(new TickingClock(Instant.parse("2025-07-13T14:30:00Z")));
        client = server.client();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            INVALID_ENTITY_TYPE    | entityType  | ""
            INVALID_ENTITY_TYPE    | entityType  | "account"
            INVALID_ENTITY_TYPE    | entityType  | "X*33"
            INVALID_ENTITY_TYPE    | entityType  | "A\\u0000"
            INVALID_EXTERNAL_ID | externalId  | ""
            INVALID_EXTERNAL_ID | externalId  | "\\u0000"
            INVALID_EXTERNAL_ID | externalId  | "\\ud800"
            INVALID_EXTERNAL_ID | externalId  | "x*129"
            INVALID_TEXT           | name | "a\\u0000"
            INVALID_TEXT           | name | "\\ud800"
            INVALID_TEXT           | name | "x*201"
            INVALID_URL            | imageUrl   | ""
            INVALID_URL            | imageUrl   | "ftp://example.org/a.png"
            INVALID_URL            | imageUrl   | "https://example.org/\\u0000"
            INVALID_URL            | imageUrl   | "https://x*2000"
            INVALID_TIME_ZONE           | timeZone    | "Nowhere"
            INVALID_METADATA       | metadata    | {"a": "\\u0000"}
            INVALID_METADATA       | metadata    | {"a": "\\udead"}
            INVALID_METADATA       | metadata    | {"a": "x*4090"}
            """)
    void rejectsInvalidParticipantAndStoresNothing(String code, String field, String json) {
        Contents before = Contents.of(server.database().sql());
        Answer answer =
                client.sendRaw(CREATE, "{\"input\": " + GOOD.with(field, json).json() + "}");
        assertRefused(answer, code, field);
        assertThat(Contents.of(server.database().sql())).isEqualTo(before);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            INVALID_TEXT           | name | "\\u0000"
            INVALID_TEXT           | name | ""
            INVALID_URL            | imageUrl   | "ftp://example.org/a.png"
            INVALID_TIME_ZONE      | timeZone    | "+02:00"
            INVALID_METADATA       | metadata    | {"a": "x*4090"}
            PARTICIPANT_NOT_FOUND  | participant | {"external": {"externalId": "unknown"}}
            PARTICIPANT_NOT_FOUND  | participant | {"external": {"externalId": "\\u0000"}}
            PARTICIPANT_NOT_FOUND  | participant | {"external": {"externalId": "bob", "entityType": "GUILD"}}
            """)
    void rejectsInvalidUpdateAndStoresNothing(String code, String field, String json) {
        client.ask("mutation { createParticipant(input: {externalId: \"bob\"}) { __typename } }");
        Contents before = Contents.of(server.database().sql());
        RawInput good =
                new RawInput(Map.of("participant", "{\"external\": {\"externalId\": \"bob\"}}", "name", "\"Bob\""));
        Answer answer =
                client.sendRaw(UPDATE, "{\"input\": " + good.with(field, json).json() + "}");
        assertRefused(answer, code, field);
        assertThat(Contents.of(server.database().sql())).isEqualTo(before);
    }

    private static void assertRefused(Answer answer, String code, String field) {
        assertThat(answer.at("errors")).as("%s", answer).isNull();
        Map<?, ?> data = (Map<?, ?>) Objects.requireNonNull(answer.at("data"));
        Answer payload = new Answer(data.values().iterator().next());
        assertThat(payload.at("participant")).isNull();
        assertThat(payload.at("errors", 0, "code")).as("%s", answer).isEqualTo(code);
        assertThat(payload.at("errors", 0, "path")).isEqualTo(List.of("input", field));
    }
}
