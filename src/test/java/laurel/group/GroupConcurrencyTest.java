package laurel.group;

import static org.assertj.core.api.Assertions.assertThat;

import io.micronaut.core.annotation.Introspected;
import jakarta.inject.Inject;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import laurel.GraphQLClient;
import laurel.LaurelServer;
import laurel.LaurelTest;
import laurel.TickingClock;
import laurel.Together;
import laurel.database.OpenTransaction;
import laurel.database.Until;
import laurel.database.sql.Sql;
import laurel.group.Groups.MemberChange;
import laurel.leaderboard.Group;
import laurel.score.ScoreClient;
import laurel.window.RankingKey;
import laurel.window.Windows;
import org.junit.jupiter.api.Test;

/**
 * Participants change groups on two nodes, by updates and by submissions: the numbers of members stay exact, and no group with a
 * member or a ranking is deleted.
 */
@LaurelTest
class GroupConcurrencyTest {
    private static final String CREATE =
            "mutation ($id: String!, $group: GroupValues) { createParticipant(input: {externalId: $id, group: $group})"
                    + " { errors { code } } }";
    private static final String UPDATE =
            "mutation ($id: String!, $group: GroupValues) { updateParticipant(input: {participant: {external:"
                    + " {externalId: $id}}, group: $group, moveEntries: true}) { errors { code } } }";
    private static final String DELETE =
            "mutation { deleteGroup(input: {attribute: \"campus\", value: \"north\"}) { errors { code } } }";
    private static final Map<String, String> NORTH = Map.of("campus", "north");
    private static final int WRITERS = 16;
    private static final String COUNTS = """
            SELECT g.attribute || ' ' || g.value AS value, g.member_count,
                   (SELECT count(*) FROM participant AS p
                    WHERE p.app_id = g.app_id AND p.group_values ->> g.attribute = g.value) AS actual_count
            FROM group_value AS g WHERE g.app_id = :app
            """;

    @Inject
    LaurelServer server;

    @Inject
    TickingClock clock;

    @Inject
    Sql sql;

    @Inject
    Groups groups;

    @Inject
    Windows windows;

    @Introspected
    record CountedGroup(String value, long memberCount, long actualCount) {}

    @Test
    void countsMembersExactly() {
        createLeaderboard();
        try (var secondNode = server.secondNode(clock)) {
            List<GraphQLClient> nodes = List.of(server.client(), secondNode.client());
            Together.all(WRITERS, writer -> {
                Random random = new Random(writer);
                for (int request = 0; request < 12; request++) {
                    change(nodes.get(random.nextInt(2)), random);
                }
                return writer;
            });
        }
        assertThat(counted()).hasSizeGreaterThan(4);
        assertThat(counted()).allSatisfy(group -> assertThat(group.memberCount).isEqualTo(group.actualCount));
    }

    @Test
    void keepsGroupThatGetsMemberMeanwhile() {
        createNorth();
        assertThat(deletionDuring(() -> groups.countMembers(
                        server.appId(),
                        List.of(new MemberChange(GroupValues.NONE, GroupValues.of(NORTH))),
                        clock.instant())))
                .isEqualTo("GROUP_IN_USE");
        assertThat(counted()).extracting(CountedGroup::memberCount).containsExactly(1L);
    }

    @Test
    void keepsGroupThatGetsRankingMeanwhile() {
        createLeaderboard();
        new ScoreClient(server.client()).submit(score(Map.of("campus", "south")));
        createNorth();
        long window = server.database()
                .sql()
                .of("SELECT id FROM leaderboard_window WHERE app_id = :app LIMIT 1")
                .bind("app", server.appId())
                .one(Long.class);
        assertThat(deletionDuring(
                        () -> windows.rankings(Set.of(new RankingKey(window, Group.of(NORTH))), clock.instant())))
                .isEqualTo("GROUP_IN_USE");
        assertThat(counted()).extracting(CountedGroup::value).containsExactly("campus north", "campus south");
    }

    @Test
    void addsGroupAgainThatIsDeletedMeanwhile() {
        createLeaderboard();
        for (Supplier<GraphQLClient.Answer> use : List.<Supplier<GraphQLClient.Answer>>of(
                () -> new ScoreClient(server.client()).submit(score(NORTH)),
                () -> server.client().ask(CREATE, Map.of("id", "ann", "group", NORTH)))) {
            createNorth();
            try (OpenTransaction deletion = server.database().transaction()) {
                deletion.execute("DELETE FROM group_value WHERE app_id = ?", server.appId());
                CompletableFuture<GraphQLClient.Answer> used = CompletableFuture.supplyAsync(use);
                Until.holds(() -> server.database().waitsForLock());
                deletion.commit();
                used.join();
            }
        }
        assertThat(counted()).singleElement().isEqualTo(new CountedGroup("campus north", 1, 1));
    }

    private void createNorth() {
        server.client()
                .ask("mutation { createGroup(input: {attribute: \"campus\", value: \"north\"}) { errors { code } } }");
    }

    /** Deletes the group while a transaction with a change is open, and returns the code of the error; "null" if there is none. */
    private String deletionDuring(Runnable change) {
        CompletableFuture<GraphQLClient.Answer> deletion = sql.inTransaction(() -> {
            change.run();
            // Statements without a result are sent with the next one that has a result.
            sql.of("SELECT 1").one(Integer.class);
            CompletableFuture<GraphQLClient.Answer> started =
                    CompletableFuture.supplyAsync(() -> server.client().ask(DELETE));
            Until.holds(() -> started.isDone() || server.database().waitsForLock());
            return started;
        });
        return String.valueOf(deletion.join().at("data", "deleteGroup", "errors", 0, "code"));
    }

    private static Map<String, Object> score(Map<String, String> group) {
        return ScoreClient.with(ScoreClient.score("board", "who", 1), "group", group);
    }

    private List<CountedGroup> counted() {
        return server.database()
                .sql()
                .of(COUNTS + " ORDER BY g.value")
                .bind("app", server.appId())
                .list(CountedGroup.class);
    }

    private void createLeaderboard() {
        server.client()
                .ask("mutation { createLeaderboard(input: {key: \"board\", groupings: [[], [\"campus\"]]}) {"
                        + " leaderboard { id } } }")
                .text("data", "createLeaderboard", "leaderboard", "id");
    }

    private static void change(GraphQLClient node, Random random) {
        String who = "who-" + random.nextInt(8);
        Map<String, String> group = Map.of("campus", "c" + random.nextInt(3), "house", "h" + random.nextInt(3));
        switch (random.nextInt(3)) {
            case 0 -> {
                Map<String, Object> input = new HashMap<>(ScoreClient.score("board", who, 1));
                input.put("participant", Map.of("externalId", who, "group", group));
                new ScoreClient(node).submit(input).text("status");
            }
            case 1 -> node.ask(CREATE, Map.of("id", who, "group", group));
            default -> node.ask(UPDATE, Map.of("id", who, "group", group));
        }
    }
}
