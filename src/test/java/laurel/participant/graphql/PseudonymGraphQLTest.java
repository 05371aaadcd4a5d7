package laurel.participant.graphql;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import laurel.GraphQLClient;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.LaurelTest;
import laurel.score.ScoreClient;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pseudonyms, as the game's server, the player itself, other players and anonymous callers see them. */
@LaurelTest
class PseudonymGraphQLTest {
    private static final String SET = """
            mutation ($input: SetPseudonymInput!) { setPseudonym(input: $input) {
              participant { externalId name pseudonym imageUrl metadata state } errors { code path } } }
            """;
    private static final String READ = """
            { leaderboard(key: "race") { ranking { standings { nodes {
              score participant { id externalId name pseudonym imageUrl metadata state } } } } } }
            """;
    private static final String REAL = "adelheid-42 Adelheid https://x.example/a.png {shoe=38} Comet PSEUDONYMOUS";
    private static final String MASKED = "null Comet null null Comet PSEUDONYMOUS";

    private final LaurelServer server;
    private final GraphQLClient game;
    private final GraphQLClient owner;
    private final GraphQLClient other;
    private final GraphQLClient anonymous;

    PseudonymGraphQLTest(LaurelServer server) {
        this.server = server;
        game = server.client();
        owner = server.client(token("adelheid-42"));
        other = server.client(token("ben"));
        anonymous = server.client().withoutKey();
    }

    private String token(String externalId) {
        return game.ask("mutation { createPlayerToken(input: {participant: {externalId: \"" + externalId
                        + "\"}}) { token } }")
                .text("data", "createPlayerToken", "token");
    }

    @BeforeEach
    void create() {
        game.ask("mutation { updateApp(input: {appKey: \"" + server.appKey()
                + "\", anonymousReading: true}) { app { key } } }");
        game.ask("mutation { createLeaderboard(input: {key: \"race\"}) { leaderboard { key } } }")
                .text("data", "createLeaderboard", "leaderboard", "key");
        game.ask("mutation { createParticipant(input: {externalId: \"adelheid-42\", name: \"Adelheid\","
                + " imageUrl: \"https://x.example/a.png\", metadata: {shoe: 38}}) { participant { id } } }");
        Stream.of("adelheid-42", "ben").forEach(who -> new ScoreClient(game).submit(ScoreClient.score("race", who, 5)));
    }

    private static Map<String, Object> external(String externalId) {
        return Map.of("external", Map.of("externalId", externalId));
    }

    private static Answer set(GraphQLClient caller, Map<String, Object> participant, @Nullable String pseudonym) {
        Map<String, Object> input = new HashMap<>(Map.of("participant", participant));
        input.put("pseudonym", pseudonym);
        return caller.ask(SET, Map.of("input", input)).node("data", "setPseudonym");
    }

    private static String text(Answer participant) {
        return Stream.of("externalId", "name", "imageUrl", "metadata", "pseudonym", "state")
                .map(field -> String.valueOf(participant.at(field)))
                .reduce((one, next) -> one + " " + next)
                .orElseThrow();
    }

    /** The first participant of the ranking, as a caller sees it. */
    private static String seen(GraphQLClient caller) {
        return text(caller.ask(READ).node("data", "leaderboard", "ranking", "standings", "nodes", 0, "participant"));
    }

    @Test
    void showsPseudonymToOthersOnly() {
        assertThat(text(set(owner, external("adelheid-42"), "Comet").node("participant")))
                .isEqualTo(REAL);
        assertThat(seen(game)).isEqualTo(REAL);
        assertThat(seen(owner)).isEqualTo(REAL);
        assertThat(seen(other)).isEqualTo(MASKED);
        assertThat(seen(anonymous)).isEqualTo(MASKED);
        set(owner, external("adelheid-42"), null);
        assertThat(seen(anonymous)).isEqualTo("adelheid-42 Adelheid https://x.example/a.png {shoe=38} null ACTIVE");
    }

    @Test
    void acceptsPseudonymFromServerForAnyParticipant() {
        String id = game.ask("{ participant(ref: {external: {externalId: \"ben\"}}) { id } }")
                .text("data", "participant", "id");
        assertThat(set(game, Map.of("id", id), "Bolt").at("participant", "pseudonym"))
                .isEqualTo("Bolt");
        assertThat(set(other, Map.of("id", id), "Blitz").at("participant", "pseudonym"))
                .isEqualTo("Blitz");
        assertThat(set(game, external("zoe"), "Zap").at("errors", 0, "code")).isEqualTo("PARTICIPANT_NOT_FOUND");
    }

    @Test
    void rejectsPseudonymForOtherParticipant() {
        String id = game.ask("{ participant(ref: {external: {externalId: \"adelheid-42\"}}) { id } }")
                .text("data", "participant", "id");
        List.of(external("adelheid-42"), external("zoe"), Map.<String, Object>of("id", id))
                .forEach(participant -> assertThat(
                                set(other, participant, "Mine").at("errors", 0))
                        .isEqualTo(Map.of("code", "NOT_OWN_PARTICIPANT", "path", List.of("input", "participant"))));
        assertThat(anonymous
                        .send(SET, Map.of("input", Map.of("participant", external("ben"))))
                        .at("errors", 0, "extensions", "code"))
                .isEqualTo("FORBIDDEN");
    }

    @Test
    void createsParticipantOfPlayerBeforeItsFirstScore() {
        GraphQLClient newcomer = server.client(token("newcomer-7"));
        assertThat(set(newcomer, external("newcomer-7"), "Nova").at("participant", "state"))
                .isEqualTo("PSEUDONYMOUS");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "two\nlines",
                "\u0000",
                "\u00A0",
                "\u2007\u202F ",
                "\u3000",
                "\u200B",
                "\u00AD\uFEFF",
                "\u200E\u2066\u2069",
                "\uDB40\uDC41",
                "\u2800",
                "\u3164",
                "\u115F\u1160",
                "\uFFA0",
                "\uFE0F\u034F"
            })
    void rejectsInvalidPseudonym(String pseudonym) {
        assertThat(set(owner, external("adelheid-42"), pseudonym).at("errors", 0))
                .isEqualTo(Map.of("code", "INVALID_TEXT", "path", List.of("input", "pseudonym")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\u00A0b", "\u200F\u05D3", "\uD83C\uDFCA\u200D\u2640\uFE0F", "."})
    void acceptsInvisibleCharactersBesideOthers(String pseudonym) {
        assertThat(set(owner, external("adelheid-42"), pseudonym).at("participant", "pseudonym"))
                .isEqualTo(pseudonym);
    }

    @Test
    void limitsLengthOfPseudonym() {
        assertThat(set(owner, external("adelheid-42"), "x".repeat(200)).at("errors", 0))
                .isNull();
        assertThat(set(owner, external("adelheid-42"), "x".repeat(201)).at("errors", 0, "code"))
                .isEqualTo("INVALID_TEXT");
    }

    /** Everything that a caller can ask by external ID, for a participant, and for one that does not exist. */
    private static @Nullable Object asked(GraphQLClient caller, String externalId) {
        return caller.ask("""
                query ($who: ParticipantRef!, $all: [ParticipantRef!]!) { participant(ref: $who) { id }
                  leaderboard(key: "race") { rankHistory(participant: $who) { nodes { standing { score } } }
                    ranking { standing(participant: $who) { rank } around(participant: $who) { nodes { rank } }
                      standingsOf(participants: $all) { rank standing { score } }
                      asOf(time: "2025-07-13T14:30:00Z") { standing(participant: $who) { rank }
                        around(participant: $who) { nodes { rank } } standingsOf(participants: $all) { rank } } } } }
                """, Map.of("who", external(externalId), "all", List.of(external(externalId))))
                .at("data");
    }

    @Test
    void doesNotFindPseudonymousParticipantOfOthersByExternalId() {
        @Nullable Object unknown = asked(other, "unknown");
        assertThat(asked(other, "adelheid-42")).isNotEqualTo(unknown);
        set(owner, external("adelheid-42"), "Comet");
        assertThat(asked(other, "adelheid-42")).isEqualTo(unknown);
        assertThat(asked(anonymous, "adelheid-42")).isEqualTo(unknown);
        assertThat(asked(owner, "adelheid-42"))
                .isEqualTo(asked(game, "adelheid-42"))
                .isNotEqualTo(unknown);
    }

    @Test
    void findsPseudonymousParticipantByGlobalId() {
        set(owner, external("adelheid-42"), "Comet");
        String id = anonymous
                .ask(READ)
                .text("data", "leaderboard", "ranking", "standings", "nodes", 0, "participant", "id");
        Answer found = anonymous.ask(
                "query ($id: ID!) { node(id: $id) { ... on Participant { externalId name } }"
                        + " leaderboard(key: \"race\") { ranking { standing(participant: {id: $id}) { rank } } } }",
                Map.of("id", id));
        assertThat(found.at("data", "node", "externalId")).isNull();
        assertThat(found.at("data", "node", "name")).isEqualTo("Comet");
        assertThat(found.at("data", "leaderboard", "ranking", "standing", "rank"))
                .isEqualTo(1);
    }

    @Test
    void cursorsDoNotContainExternalId() {
        String page = "query ($after: String) { leaderboard(key: \"race\") { ranking {"
                + " standings(first: 1, after: $after) { edges { cursor node { participant { name } } } } } } }";
        set(owner, external("adelheid-42"), "Comet");
        Answer first = anonymous.ask(page).node("data", "leaderboard", "ranking", "standings", "edges", 0);
        assertThat(first.at("node", "participant", "name")).isEqualTo("Comet");
        String cursor = first.text("cursor");
        String read = new String(Base64.getUrlDecoder().decode(cursor), ISO_8859_1);
        assertThat(read).doesNotContain("adelheid", Base64.getEncoder().encodeToString("adelheid-42".getBytes(UTF_8)));
        Answer next = anonymous.ask(page, Map.of("after", cursor));
        assertThat(next.list("data", "leaderboard", "ranking", "standings", "edges"))
                .hasSize(1)
                .allSatisfy(edge ->
                        assertThat(edge.at("node", "participant", "name")).isNotEqualTo("Comet"));
    }
}
