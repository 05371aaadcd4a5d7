package laurel.participant;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
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

/** What cannot be known of anybody is refused by name, and nothing is stored. */
class ParticipantRefusalTest {
    private static final RawInput GOOD = new RawInput(Map.of("externalId", "\"ann\"", "displayName", "\"Ann\""));
    private static final String SAVE = """
            mutation ($input: ParticipantInput!) { saveParticipant(input: $input) {
              ... on Participant { id displayName } ... on Refusal { code message path } } }
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
            INVALID_PARTICIPANT_ID | externalId  | ""
            INVALID_PARTICIPANT_ID | externalId  | "\\u0000"
            INVALID_PARTICIPANT_ID | externalId  | "\\ud800"
            INVALID_PARTICIPANT_ID | externalId  | "x*129"
            INVALID_TEXT           | displayName | "a\\u0000"
            INVALID_TEXT           | displayName | "\\ud800"
            INVALID_TEXT           | displayName | "x*201"
            INVALID_TEXT           | avatarUrl   | ""
            INVALID_TEXT           | avatarUrl   | "ftp://example.org/a.png"
            INVALID_TEXT           | avatarUrl   | "https://example.org/\\u0000"
            INVALID_TEXT           | avatarUrl   | "https://x*2000"
            INVALID_TIME_ZONE           | timeZone    | "Nowhere"
            INVALID_METADATA       | metadata    | {"a": "\\u0000"}
            INVALID_METADATA       | metadata    | {"a": "\\udead"}
            INVALID_METADATA       | metadata    | {"a": "x*4090"}
            """)
    void refusesAndStoresNothing(String code, String field, String json) {
        Contents before = Contents.of(server.database().sql());
        Answer answer =
                client.sendRaw(SAVE, "{\"input\": " + GOOD.with(field, json).json() + "}");
        assertThat(answer.at("errors")).isNull();
        assertThat(answer.at("data", "saveParticipant", "code"))
                .as("%s", answer)
                .isEqualTo(code);
        assertThat(answer.at("data", "saveParticipant", "path")).isEqualTo(List.of("input", field));
        assertThat(Contents.of(server.database().sql())).isEqualTo(before);
    }
}
