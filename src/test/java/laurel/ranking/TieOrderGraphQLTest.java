package laurel.ranking;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import laurel.GraphQLClient;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.LaurelTest;
import laurel.request.Cursor;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Participants with equal scores and times are ordered by type and external ID, regardless of the order of their creation. */
@LaurelTest(at = "2025-07-13T12:00:00Z")
class TieOrderGraphQLTest {
    /** In order of code points. In UTF-16, U+1F600 would be before U+E000 and U+FFFD. */
    private static final List<String> IN_ORDER = List.of(
            "ACCOUNT 10",
            "ACCOUNT 9",
            "ACCOUNT a",
            "ACCOUNT a b",
            "ACCOUNT aa",
            "ACCOUNT b",
            "ACCOUNT \u00E9",
            "ACCOUNT \uE000",
            "ACCOUNT \uFFFD",
            "ACCOUNT \uD83D\uDE00",
            "ACCOUNT \uD83D\uDE00a",
            "ACCOUNT \uD83D\uDE01",
            "GUILD 10",
            "GUILD 9");

    private static final String NODES = " nodes { rank position participant { entityType externalId } } ";

    @Inject
    LaurelServer server;

    private GraphQLClient client;

    @BeforeEach
    void start() {
        client = server.client();
    }

    private enum Rule {
        EARLIEST,
        LATEST,
        ID
    }

    private void submit(Rule rule) {
        client.ask(
                "mutation { createLeaderboard(input: {key: \"board\", entityTypes: [\"ACCOUNT\", \"GUILD\"], tieRule: "
                        + rule + ", windowDefinitions: [{kind: ALL_TIME}]}) { __typename } }");
        List<String> shuffled = new ArrayList<>(IN_ORDER);
        Collections.shuffle(shuffled, new Random(rule.name().hashCode()));
        List<Map<String, Object>> items = shuffled.stream()
                .<Map<String, Object>>map(one -> Map.of(
                        "leaderboardKey",
                        "board",
                        "participant",
                        Map.of("entityType", type(one), "externalId", id(one)),
                        "score",
                        7,
                        "achievedAt",
                        "2025-07-13T12:00:00Z"))
                .toList();
        assertThat(client.ask("""
                        mutation ($input: [SubmitScoreInput!]!) {
                          submitScores(input: {items: $input}) { acceptedCount } }
                        """, Map.of("input", items)).text("data", "submitScores", "acceptedCount"))
                .isEqualTo(Integer.toString(IN_ORDER.size()));
    }

    private static String type(String one) {
        return one.substring(0, one.indexOf(' '));
    }

    private static String id(String one) {
        return one.substring(one.indexOf(' ') + 1);
    }

    private Answer ranking(String fields) {
        return client.ask("{ leaderboard(key: \"board\") { ranking { " + fields + " } } }")
                .node("data", "leaderboard", "ranking");
    }

    private static List<String> ids(Answer list) {
        return list.list("nodes").stream()
                .map(one -> one.text("participant", "entityType") + " " + one.text("participant", "externalId"))
                .toList();
    }

    @ParameterizedTest
    @EnumSource
    void ordersEqualScoresAndTimesByTypeAndExternalId(Rule rule) {
        submit(rule);
        Answer all = ranking("standings {" + NODES + "}").node("standings");
        assertThat(ids(all)).isEqualTo(IN_ORDER);
        assertThat(all.list("nodes").stream().map(one -> one.text("rank")).distinct())
                .containsExactly("1");
        assertThat(ids(ranking("standings(order: WORST_FIRST) {" + NODES + "}").node("standings")))
                .isEqualTo(IN_ORDER.reversed());
        assertThat(ids(ranking("asOf(time: \"2025-07-13T12:00:00Z\") { standings {" + NODES + "} }")
                        .node("asOf", "standings")))
                .isEqualTo(IN_ORDER);
    }

    @Test
    void pagesContinueWithinTies() {
        submit(Rule.ID);
        List<String> read = new ArrayList<>();
        String after = "";
        for (int page = 0; page < IN_ORDER.size() / 2; page++) {
            Answer found = ranking(
                            "standings(first: 2" + after + ") {" + NODES + " pageInfo { endCursor startCursor } }")
                    .node("standings");
            read.addAll(ids(found));
            after = ", after: \"" + found.text("pageInfo", "endCursor") + "\"";
        }
        assertThat(read).isEqualTo(IN_ORDER);
        for (int position = 1; position <= IN_ORDER.size(); position++) {
            int at = position - 1;
            Answer found = ranking("down: standings(first: 2, fromPosition: " + position + ") {" + NODES
                    + " pageInfo { hasPreviousPage } }"
                    + " up: standings(first: 2, order: WORST_FIRST, fromPosition: " + position + ") {" + NODES + "}");
            assertThat(ids(found.node("down"))).isEqualTo(IN_ORDER.subList(at, Math.min(at + 2, IN_ORDER.size())));
            assertThat(found.text("down", "pageInfo", "hasPreviousPage")).isEqualTo(String.valueOf(position > 1));
            assertThat(ids(found.node("up")))
                    .isEqualTo(IN_ORDER.subList(Math.max(0, at - 1), position).reversed());
        }
    }

    /** Cursors of earlier releases end with the internal ID of the participant. */
    @Test
    void rejectsCursorOfEarlierRelease() {
        submit(Rule.ID);
        long ranking = server.database()
                .sql()
                .of("SELECT id FROM ranking WHERE app_id = :app")
                .bind("app", server.appId())
                .one(Long.class);
        String cursor = new Cursor("ranking:" + ranking, List.of("-8", "-1", "0", "1")).text();
        assertThat(client.send(
                                "{ leaderboard(key: \"board\") { ranking { standings(after: \"" + cursor
                                        + "\") { nodes { rank } } } } }",
                                Map.of())
                        .text("errors", 0, "extensions", "code"))
                .isEqualTo("INVALID_CURSOR");
    }
}
