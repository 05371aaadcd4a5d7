package laurel.participant.graphql;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import laurel.GraphQLClient;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.LaurelTest;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Creating, changing and listing participants. */
@LaurelTest
class ParticipantGraphQLTest {
    private static final String FIELDS =
            "{ participant { externalId name imageUrl metadata timeZone state }" + " errors { code path message } }";

    @Inject
    LaurelServer server;

    private GraphQLClient client;

    @BeforeEach
    void start() {
        client = server.client();
    }

    @Test
    void createsParticipantWithGivenFields() {
        assertThat(create("externalId: \"ann\"").at("participant"))
                .isEqualTo(participant("ann", null, null, Map.of(), null));
        assertThat(create("externalId: \"bob\", name: \"Bob\", imageUrl: \"https://example.org/b.png\","
                                + " metadata: {team: \"blue\"}, timeZone: \"Europe/Paris\"")
                        .at("participant"))
                .isEqualTo(
                        participant("bob", "Bob", "https://example.org/b.png", Map.of("team", "blue"), "Europe/Paris"));
    }

    @Test
    void rejectsCreationWithTakenExternalId() {
        create("externalId: \"ann\", name: \"Ann\"");
        Answer again = create("externalId: \"ann\", name: \"Other\"");
        assertThat(again.at("participant")).isNull();
        assertThat(again.at("errors", 0, "code")).isEqualTo("EXTERNAL_ID_TAKEN");
        assertThat(again.at("errors", 0, "path")).isEqualTo(List.of("input", "externalId"));
        assertThat(again.at("errors", 0, "message"))
                .isEqualTo("A participant with the external ID `ann` and the entity type `ACCOUNT` already exists;"
                        + " `updateParticipant` changes it.");
        assertThat(create("externalId: \"ann\", entityType: \"GUILD\"").at("errors"))
                .isEqualTo(List.of());
        assertThat(update("ann", "").at("participant", "name")).isEqualTo("Ann");
    }

    @Test
    void keepsOmittedFieldsAndClearsNullFieldsOnUpdate() {
        create("externalId: \"ann\", name: \"Ann\", imageUrl: \"https://example.org/a.png\","
                + " metadata: {team: \"blue\"}, timeZone: \"Europe/Paris\"");
        assertThat(update("ann", ", name: \"Anna\"").at("participant"))
                .isEqualTo(participant(
                        "ann", "Anna", "https://example.org/a.png", Map.of("team", "blue"), "Europe/Paris"));
        assertThat(update("ann", ", imageUrl: null, metadata: {a: 1}").at("participant"))
                .isEqualTo(participant("ann", "Anna", null, Map.of("a", 1), "Europe/Paris"));
        assertThat(update("ann", ", name: null, metadata: null, timeZone: null").at("participant"))
                .isEqualTo(participant("ann", null, null, Map.of(), null));
    }

    @Test
    void keepsFieldsThatSubmissionsOmitOrSetToNull() {
        create("externalId: \"ann\", name: \"Ann\", metadata: {a: 1}");
        client.ask("mutation { createLeaderboard(input: {key: \"board\"}) { __typename } }");
        client.ask(
                "mutation { submitScore(input: {leaderboardKey: \"board\", score: 1, participant: {externalId: \"ann\","
                        + " name: null, metadata: null, timeZone: \"Asia/Tokyo\"}}) { __typename } }");
        assertThat(update("ann", "").at("participant"))
                .isEqualTo(participant("ann", "Ann", null, Map.of("a", 1), "Asia/Tokyo"));
    }

    @Test
    void updatesParticipantByGlobalId() {
        create("externalId: \"ann\"");
        String id = client.ask("{ participants { nodes { id } } }").text("data", "participants", "nodes", 0, "id");
        assertThat(updateBy("{id: \"" + id + "\"}", ", name: \"Anna\"").at("participant", "name"))
                .isEqualTo("Anna");
        Answer unknown = updateBy("{id: \"" + server.id("Participant", 0, 999_999_999) + "\"}", "");
        assertThat(unknown.at("errors", 0, "code")).isEqualTo("PARTICIPANT_NOT_FOUND");
        assertThat(unknown.at("errors", 0, "message")).isEqualTo("No participant of the app has this ID.");
        assertThat(updateBy("{external: {externalId: \"bob\"}}", "").at("errors", 0, "message"))
                .isEqualTo("No participant of the app has the external ID `bob` and the entity type `ACCOUNT`.");
    }

    @Test
    void rejectsUpdateWithIdOfAnotherType() {
        String board = client.ask("mutation { createLeaderboard(input: {key: \"board\"}) { leaderboard { id } } }")
                .text("data", "createLeaderboard", "leaderboard", "id");
        Answer answer = client.send(mutation("{id: \"" + board + "\"}", ""), Map.of());
        assertThat(answer.at("errors", 0, "extensions", "code")).isEqualTo("INVALID_ID");
        assertThat(answer.at("errors", 0, "message"))
                .isEqualTo("`participant.id` must be the ID of a Participant; it is the ID of a Leaderboard.");
    }

    @Test
    void listsParticipantsInOrderPageByPage() {
        List<String> names = List.of("a", "a b", "a.b", "aa", "b", "\u00e4", "\uffee", "\ud83d\ude00");
        names.reversed().forEach(name -> create("externalId: \"" + name + "\""));
        create("externalId: \"z\", entityType: \"AA\"");
        create("externalId: \"a\", entityType: \"GUILD\"");
        assertThat(list(""))
                .containsExactly("z", "a", "a b", "a.b", "aa", "b", "\u00e4", "\uffee", "\ud83d\ude00", "a");
        assertThat(list("filter: {entityType: \"ACCOUNT\"}")).containsExactlyElementsOf(names);
        assertThat(list("filter: {entityType: \"ACCOUNT\", externalIdPrefix: \"a\"}"))
                .containsExactly("a", "a b", "a.b", "aa");
        assertThat(list("filter: {entityType: \"GUILD\", externalIdPrefix: \"b\"}"))
                .isEmpty();
        assertThat(list("filter: {entityType: \"\"}")).isEmpty();
    }

    @Test
    void matchesLongestAndLastNamesByPrefix() {
        String last = "a" + "\udbff\udffd".repeat(63);
        String longest = "a" + "z".repeat(127);
        List.of(last, longest, "b").forEach(name -> create("externalId: \"" + name + "\""));
        assertThat(list("filter: {entityType: \"ACCOUNT\", externalIdPrefix: \"a\"}"))
                .containsExactly(longest, last);
        assertThat(list("filter: {entityType: \"ACCOUNT\", externalIdPrefix: \"" + last + "\"}"))
                .containsExactly(last);
    }

    @Test
    void returnsNothingForFilterWithoutMatch() {
        create("externalId: \"ann\"");
        for (String prefix : List.of("\\u0000", "x".repeat(10_000))) {
            assertThat(list("filter: {entityType: \"ACCOUNT\", externalIdPrefix: \"" + prefix + "\"}"))
                    .isEmpty();
            assertThat(list("filter: {entityType: \"" + prefix + "\"}")).isEmpty();
        }
    }

    @Test
    void rejectsPrefixWithoutEntityType() {
        Answer answer = client.send("{ participants(filter: {externalIdPrefix: \"a\"}) { nodes { id } } }", Map.of());
        assertThat(answer.at("errors", 0, "extensions", "code")).isEqualTo("INVALID_ARGUMENT");
        assertThat(answer.at("errors", 0, "message"))
                .isEqualTo("`filter.externalIdPrefix` requires an entity type; set `filter.entityType`.");
    }

    @Test
    void rejectsCursorOfAnotherFilter() {
        create("externalId: \"ann\"");
        String cursor = client.ask("{ participants { pageInfo { endCursor } } }")
                .text("data", "participants", "pageInfo", "endCursor");
        Answer answer = client.send(
                "{ participants(filter: {entityType: \"ACCOUNT\"}, after: \"" + cursor + "\") { nodes { id } } }",
                Map.of());
        assertThat(answer.at("errors", 0, "extensions", "code")).isEqualTo("INVALID_CURSOR");
    }

    /** The external IDs of a list that is read in pages of two. */
    private List<String> list(String arguments) {
        List<String> names = new ArrayList<>();
        String after = "";
        for (boolean more = true; more; ) {
            Answer page = client.ask("{ participants(first: 2 " + after + " " + arguments
                            + ") { nodes { externalId } pageInfo { hasNextPage endCursor } } }")
                    .node("data", "participants");
            page.list("nodes").forEach(node -> names.add(node.text("externalId")));
            more = page.text("pageInfo", "hasNextPage").equals("true");
            after = "after: \"" + page.at("pageInfo", "endCursor") + "\"";
        }
        return names;
    }

    private static Map<String, @Nullable Object> participant(
            String externalId,
            @Nullable String name,
            @Nullable String imageUrl,
            Map<String, Object> metadata,
            @Nullable String timeZone) {
        Map<String, @Nullable Object> participant = new HashMap<>();
        participant.put("externalId", externalId);
        participant.put("name", name);
        participant.put("imageUrl", imageUrl);
        participant.put("metadata", metadata);
        participant.put("timeZone", timeZone);
        participant.put("state", "ACTIVE");
        return participant;
    }

    private Answer create(String input) {
        return client.ask("mutation { createParticipant(input: {" + input + "}) " + FIELDS + " }")
                .node("data", "createParticipant");
    }

    private Answer update(String externalId, String changes) {
        return updateBy("{external: {externalId: \"" + externalId + "\"}}", changes);
    }

    private Answer updateBy(String participant, String changes) {
        return client.ask(mutation(participant, changes)).node("data", "updateParticipant");
    }

    private static String mutation(String participant, String changes) {
        return "mutation { updateParticipant(input: {participant: " + participant + changes + "}) " + FIELDS + " }";
    }
}
