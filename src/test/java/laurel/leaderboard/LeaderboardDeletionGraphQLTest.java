package laurel.leaderboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.database.Contents;
import laurel.graphql.Input;
import laurel.request.ErrorCode;
import laurel.request.ListRequest;
import laurel.request.RefusedException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A deleted leaderboard disappears at once, and its key can be used again. */
class LeaderboardDeletionGraphQLTest {
    private static final Instant NOW = Instant.parse("2025-07-13T14:30:00Z");
    private static final int OTHER_APP = 99;

    private static LaurelServer server;
    private static LeaderboardClient client;

    @BeforeAll
    static void start() {
        server = LaurelServer.start(new TickingClock(NOW));
        client = new LeaderboardClient(server.client());
        client.create(Map.of("key", "kept")).text("id");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void deletesLeaderboardWithItsDataAndFreesKey() {
        Answer first = client.create(Map.of("key", "gone"));
        client.submit("gone", "ann", 5);
        List<String> nodes = nodes("gone");
        assertThat(client.delete("gone", 1).json()).isEqualTo(first.text("id"));
        assertThat(client.board("gone").json()).isNull();
        assertThat(client.list(Map.of("archived", "INCLUDE"))).doesNotContain("gone");
        assertThat(client.submit("gone", "ann", 5)).isEqualTo("LEADERBOARD_NOT_FOUND");
        assertThat(client.delete("gone", 1).at("code")).isEqualTo("LEADERBOARD_NOT_FOUND");
        for (String id : nodes) {
            assertThat(client.graphQL()
                            .ask("query ($id: ID!) { node(id: $id) { id } }", Map.of("id", id))
                            .at("data", "node"))
                    .isNull();
        }

        Answer second = client.create(Map.of("key", "gone"));
        assertThat(second.at("id")).isNotEqualTo(first.at("id"));
        assertThat(client.scores("gone", "ALL-TIME")).isEmpty();
        client.submit("gone", "bob", 1);
        assertThat(client.scores("gone", "ALL-TIME")).isEqualTo(Map.of("bob", "1"));
    }

    /** Returns the IDs of a leaderboard, its window and its ranking. */
    private static List<String> nodes(String board) {
        Answer found = client.graphQL()
                .ask(
                        "query ($b: String!) { leaderboard(key: $b) { id window(select: {relative:"
                                + " {definitionKey: \"all-time\"}}) { id ranking { id } } } }",
                        Map.of("b", board))
                .node("data", "leaderboard");
        return List.of(found.text("id"), found.text("window", "id"), found.text("window", "ranking", "id"));
    }

    @ParameterizedTest
    @CsvSource({
        "LEADERBOARD_NOT_FOUND, leaderboardKey, nope, 1",
        "LEADERBOARD_NOT_FOUND, leaderboardKey, '', 1",
        "VERSION_CONFLICT, expectedVersion, kept, 0",
        "VERSION_CONFLICT, expectedVersion, kept, 2",
    })
    void rejectsDeletionAndDeletesNothing(String code, String field, String key, int version) {
        Contents before = Contents.of(server.database().sql());
        Answer refused = client.delete(key, version);
        assertThat(refused.at("code")).isEqualTo(code);
        assertThat(refused.at("path")).isEqualTo(List.of("input", field));
        assertThat(Contents.of(server.database().sql())).isEqualTo(before);
    }

    @Test
    void rejectsChangeAndDeletionByAnotherApp() {
        Leaderboards boards = server.bean(Leaderboards.class);
        Contents before = Contents.of(server.database().sql());
        LeaderboardPatch patch = new Input(Map.of("name", "Stolen")).as(LeaderboardPatch.class);
        List<Runnable> tries = List.of(
                () -> boards.update(OTHER_APP, "kept", patch, 1, NOW),
                () -> boards.archive(OTHER_APP, "kept", null, true, NOW),
                () -> boards.archive(OTHER_APP, "kept", null, false, NOW),
                () -> boards.delete(OTHER_APP, "kept", 1, NOW));
        for (Runnable one : tries) {
            assertThat(catchThrowableOfType(RefusedException.class, one::run)
                            .refusal()
                            .code())
                    .isEqualTo(ErrorCode.LEADERBOARD_NOT_FOUND);
        }
        var all = new ListRequest<>(
                new LeaderboardFilter(
                        null,
                        null,
                        null,
                        LeaderboardFilter.ArchivedFilter.INCLUDE,
                        LeaderboardFilter.VisibilityFilter.ALL,
                        false),
                "",
                10);
        assertThat(boards.listed(OTHER_APP, List.of(all))).isEmpty();
        assertThat(Contents.of(server.database().sql())).isEqualTo(before);
    }
}
