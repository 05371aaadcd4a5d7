package laurel.api.access;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import laurel.GraphQLClient;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.ProjectFiles;
import laurel.database.sql.Sql;
import laurel.request.JsonBytes;
import laurel.request.access.Role;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * No response to an example operation that players and anonymous callers may run has the name, external ID, image or metadata of a
 * participant with a pseudonym; not in a cursor either.
 */
class PseudonymAccessTest {
    private static final Pattern BASE64 = Pattern.compile("[A-Za-z0-9_-]{16,}");
    private static final String SUBMIT = """
            mutation ($input: [SubmitScoreInput!]!) { submitScores(input: {items: $input}) { acceptedCount } }
            """;
    /** Short external IDs are parts of other texts. */
    private static final String HIDE_ALL = """
            UPDATE participant SET pseudonym = 'Pseudonym ' || id, name = 'Reginald ' || id,
                image_url = 'https://reginald.example/' || id, metadata = '{"reginald": true}'
            WHERE external_id <> 'walker'
            """;

    private static Callers callers;
    private static List<String> secrets;

    @BeforeAll
    static void fill() {
        callers = new Callers();
        LaurelServer server = callers.server();
        server.client()
                .ask("mutation { createLeaderboard(input: {key: \"drivers\", entityTypes: [\"DRIVER\"],"
                        + " clock: SUBMISSIONS, windowDefinitions: [{kind: YEARLY}],"
                        + " groupings: [[], [\"constructor\"]]}) { leaderboard { id } } }");
        List<Map<String, Object>> scores = IntStream.range(0, 50)
                .mapToObj(n -> Map.of(
                        "leaderboardKey",
                        "drivers",
                        "participant",
                        Map.of("entityType", "DRIVER", "externalId", n == 0 ? "lewis-hamilton" : "driver-no-" + n),
                        "score",
                        n / 2,
                        "group",
                        Map.of("constructor", n % 2 == 0 ? "ferrari" : "lotus"),
                        "achievedAt",
                        "2010-11-14T15:00:00Z"))
                .toList();
        assertThat(server.client().ask(SUBMIT, Map.of("input", scores)).at("data", "submitScores", "acceptedCount"))
                .isEqualTo(scores.size());
        // Twice, because a later operation adds objects that an earlier one reads.
        IntStream.range(0, 2).forEach(n -> operations().forEach(server::run));
        operations().limit(8).forEach(server::run);
        Sql sql = server.database().sql();
        sql.execute(HIDE_ALL);
        secrets = new ArrayList<>(sql.of("SELECT external_id FROM participant WHERE length(external_id) >= 8")
                .list(String.class));
        secrets.addAll(List.of("Reginald", "reginald"));
    }

    @AfterAll
    static void stop() {
        callers.close();
    }

    private static Stream<String> operations() {
        return ProjectFiles.operations().values().stream().filter(document -> !document.contains("\nsubscription "));
    }

    /** The responses to the operations that the caller may run, and what their cursors and IDs consist of. */
    private static List<String> responses(GraphQLClient caller) {
        return operations()
                .map(document -> callers.server().runAs(caller, document))
                .peek(answer ->
                        assertThat(answer.at("errors", 0, "extensions", "code")).isNotIn("UNAUTHENTICATED", "INTERNAL"))
                .filter(answer -> !"FORBIDDEN".equals(answer.at("errors", 0, "extensions", "code")))
                .map(PseudonymAccessTest::decoded)
                .toList();
    }

    private static String decoded(Answer answer) {
        String text = new String(JsonBytes.of(requireNonNull(answer.json())), UTF_8);
        return text
                + BASE64.matcher(text)
                        .results()
                        .map(PseudonymAccessTest::decoded)
                        .toList();
    }

    private static String decoded(MatchResult text) {
        try {
            return new String(Base64.getUrlDecoder().decode(text.group()), ISO_8859_1);
        } catch (IllegalArgumentException notBase64) {
            return "";
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Role.class,
            names = {"ANONYMOUS", "PLAYER"})
    void hidesParticipantsWithPseudonym(Role role) {
        List<String> responses = responses(callers.client(role));
        assertThat(responses)
                .filteredOn(response -> response.contains("Pseudonym "))
                .hasSizeGreaterThan(5);
        assertThat(responses).allSatisfy(response -> assertThat(response).doesNotContain(secrets));
    }

    @Test
    void showsParticipantsToServers() {
        // An operation has revoked the key of the other tests.
        String key = callers.server()
                .client()
                .ask(Callers.CREATE_KEY, Map.of("role", Role.READER))
                .text("data", "createApiKey", "key");
        assertThat(responses(callers.server().client(key)))
                .filteredOn(response -> secrets.stream().anyMatch(response::contains))
                .hasSizeGreaterThan(5);
    }
}
