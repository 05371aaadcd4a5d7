package laurel.ranking;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import laurel.GraphQLClient;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.LaurelTest;
import laurel.TickingClock;
import laurel.database.Statements;
import laurel.database.sql.Sql;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The current standings of a participant. */
@LaurelTest(at = "2025-07-13T12:00:00Z")
class CurrentStandingsTest {
    private static final String ME = """
            { participant(ref: {external: {externalId: "ann"}}) { externalId
              currentStandings(first: 100) { nodes { rank score ranking { entryCount window { name leaderboard { key } } } } }
              streaks { streak { key } currentLength longestLength }
              badgeAwards { nodes { badge { key name } awardedAt } } } }
            """;

    private static final String PAGE = """
            query ($after: String) { participant(ref: {external: {externalId: "ann"}}) {
              currentStandings(first: 1, after: $after) {
                nodes { ranking { window { name leaderboard { key } } } } pageInfo { hasNextPage endCursor } } } }
            """;

    @Inject
    LaurelServer server;

    @Inject
    TickingClock clock;

    private GraphQLClient client;

    @BeforeEach
    void start() {
        client = server.client();
    }

    @Test
    void returnsDailyStandingOrThatOfTheShortestWindow() {
        board("days", "windowDefinitions: [{kind: MONTHLY}, {kind: DAILY}, {kind: HOURLY}]");
        board("months", "windowDefinitions: [{kind: ALL_TIME}, {kind: MONTHLY}]");
        board("groups", "windowDefinitions: [{kind: DAILY}], groupings: [[], [\"region\"]]");
        submit("days", "ann", "");
        submit("months", "ann", "");
        submit("months", "ben", "");
        submit("groups", "ann", ", group: {region: \"eu\"}");
        assertThat(standings()).containsExactly("days 2025-07-13 1/1", "groups 2025-07-13 1/1", "months 2025-07 1/2");
        clock.set(Instant.parse("2025-07-14T12:00:00Z"));
        assertThat(standings()).containsExactly("months 2025-07 1/2");
    }

    @Test
    void returnsStandingInOldestOfOverlappingWindows() {
        String week =
                "{kind: CUSTOM, key: \"week\", anchorTime: \"2025-07-01T00:00:00Z\", interval: \"P1D\", length: \"P7D\"}";
        String month =
                "{kind: CUSTOM, key: \"month\", anchorTime: \"2025-07-01T00:00:00Z\", interval: \"P30D\", length: \"P30D\"}";
        board("a", "windowDefinitions: [" + week + ", " + month + "]");
        board("b", "windowDefinitions: [" + month + ", " + week + "]");
        board("c", "windowDefinitions: [" + week + "]");
        submit("a", "ann", "");
        submit("b", "ann", "");
        submit("c", "ann", "");
        assertThat(standings()).containsExactly("a week#6 1/1", "b month#0 1/1", "c week#6 1/1");
        assertThat(pages()).containsExactly("a week#6", "b month#0", "c week#6");
        clock.set(Instant.parse("2025-07-14T12:00:00Z"));
        assertThat(standings()).containsExactly("a week#7 1/1", "b month#0 1/1", "c week#7 1/1");
    }

    /** Returns the standings, read one by one. */
    private List<String> pages() {
        List<String> all = new ArrayList<>();
        Object after = null;
        boolean more = true;
        while (more) {
            Answer page = client.ask(PAGE, Collections.singletonMap("after", after))
                    .node("data", "participant", "currentStandings");
            page.list("nodes")
                    .forEach(one -> all.add(one.text("ranking", "window", "leaderboard", "key") + " "
                            + one.text("ranking", "window", "name")));
            after = page.at("pageInfo", "endCursor");
            more = Boolean.TRUE.equals(page.at("pageInfo", "hasNextPage"));
        }
        return all;
    }

    @Test
    void returnsStreaksAndBadgesWithoutActivity() {
        client.ask("mutation { createStreak(input: {key: \"daily\", period: DAY, dayRule: {}}) { __typename }"
                + " createBadge(input: {key: \"one\", name: \"One\", rule: {manual: true}}) { __typename }"
                + " awardBadge(input: {badgeKey: \"one\", participant: {externalId: \"ann\"}}) { __typename } }");
        Answer me = client.ask(ME).node("data", "participant");
        assertThat(me.text("externalId")).isEqualTo("ann");
        assertThat(me.text("streaks", 0, "streak", "key")).isEqualTo("daily");
        assertThat(me.at("streaks", 0, "currentLength")).isEqualTo(0);
        assertThat(me.text("badgeAwards", "nodes", 0, "badge", "key")).isEqualTo("one");
    }

    @Test
    void runsSameNumberOfStatementsForAnyNumberOfLeaderboards() {
        boards(0, 3);
        client.ask(ME);
        List<String> few = statements();
        boards(3, 30);
        assertThat(standings()).hasSize(30);
        assertThat(statements()).isEqualTo(few);
    }

    private List<String> statements() {
        try (var statements = Statements.of(server.bean(Sql.class))) {
            client.ask(ME);
            return statements.take().stream().map(one -> one.named()).toList();
        }
    }

    private void boards(int from, int to) {
        for (int n = from; n < to; n++) {
            board("board-" + n, "windowDefinitions: [{kind: DAILY}]");
            submit("board-" + n, "ann", "");
            client.ask("mutation { createBadge(input: {key: \"b" + n
                    + "\", name: \"B\", rule: {manual: true}}) { __typename }" + " awardBadge(input: {badgeKey: \"b" + n
                    + "\", participant: {externalId: \"ann\"}}) { __typename } }");
        }
    }

    private List<String> standings() {
        return client.ask(ME).list("data", "participant", "currentStandings", "nodes").stream()
                .map(one -> one.text("ranking", "window", "leaderboard", "key") + " "
                        + one.text("ranking", "window", "name") + " " + one.at("rank") + "/"
                        + one.at("ranking", "entryCount"))
                .toList();
    }

    private void board(String key, String rest) {
        client.ask("mutation { createLeaderboard(input: {key: \"" + key + "\", " + rest + "}) { leaderboard { id } } }")
                .text("data", "createLeaderboard", "leaderboard", "id");
    }

    private void submit(String board, String who, String rest) {
        client.ask("mutation { submitScore(input: {leaderboardKey: \"" + board + "\", participant: {externalId: \""
                        + who
                        + "\"}, score: 5" + rest
                        + "}) { receipt { status } errors { code message } } }")
                .at("data", "submitScore", "receipt", "status");
    }
}
