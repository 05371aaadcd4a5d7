package laurel.group;

import static org.assertj.core.api.Assertions.assertThat;

import io.micronaut.core.annotation.Introspected;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import java.util.Random;
import laurel.GraphQLClient;
import laurel.LaurelServer;
import laurel.LaurelTest;
import laurel.TickingClock;
import laurel.Together;
import laurel.score.ScoreClient;
import org.junit.jupiter.api.Test;

/** Time zones of groups change while the first scores arrive on two nodes: a group never has windows of two time zones. */
@LaurelTest
class GroupTimeZoneConcurrencyTest {
    private static final int WRITERS = 8;
    private static final int CAMPUSES = 12;
    private static final List<String> TIME_ZONES = List.of("Asia/Tokyo", "Europe/Oslo", "America/Denver");
    private static final String RANKED = """
            SELECT r.group_values ->> 'campus' AS campus, w.time_zone AS ranked_in,
                   (SELECT g.time_zone FROM group_value AS g
                    WHERE g.app_id = :app AND g.attribute = 'campus' AND g.value = r.group_values ->> 'campus') AS time_zone
            FROM ranking AS r JOIN leaderboard_window AS w ON w.id = r.window_id
            WHERE r.app_id = :app AND r.group_values <> '{}' AND w.follows_time_zone
            """;

    @Inject
    LaurelServer server;

    @Inject
    TickingClock clock;

    @Introspected
    record RankedCampus(String campus, String rankedIn, String timeZone) {}

    @Test
    void ranksEachGroupInItsTimeZone() {
        int refusals = 0;
        try (var secondNode = server.secondNode(clock)) {
            List<CampusDirectory> nodes =
                    List.of(new CampusDirectory(server.client()), new CampusDirectory(secondNode.client()));
            for (int n = 0; n < CAMPUSES; n++) {
                nodes.getFirst().create("c" + n, "Asia/Tokyo");
            }
            refusals = Together.all(WRITERS, writer -> changesAndScores(nodes.get(writer % 2), writer)).stream()
                    .mapToInt(Integer::intValue)
                    .sum();
        }
        List<RankedCampus> ranked =
                server.database().sql().of(RANKED).bind("app", server.appId()).list(RankedCampus.class);
        assertThat(ranked).isNotEmpty().allSatisfy(one -> assertThat(one.rankedIn)
                .isEqualTo(one.timeZone));
        assertThat(refusals).isPositive();
    }

    /** Creates a leaderboard, changes time zones and submits scores, and returns the number of refused changes. */
    private static int changesAndScores(CampusDirectory node, int writer) {
        Random random = new Random(writer);
        String board = "board-" + writer;
        node.createLeaderboard(board, "windowDefinitions: [{kind: DAILY}]");
        int refusals = 0;
        for (int n = 0; n < CAMPUSES; n++) {
            String zone = TIME_ZONES.get(random.nextInt(TIME_ZONES.size()));
            refusals += node.update("c" + n, "timeZone: \"" + zone + "\"")
                    .list("errors")
                    .size();
            if (random.nextInt(3) == 0) {
                submit(node.client(), board, "c" + n);
            }
        }
        return refusals;
    }

    private static void submit(GraphQLClient node, String board, String campus) {
        assertThat(new ScoreClient(node)
                        .submit(ScoreClient.with(
                                ScoreClient.score(board, "who-" + campus, 1), "group", Map.of("campus", campus)))
                        .at("status"))
                .isEqualTo("COUNTED");
    }
}
