package laurel.ranking;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
import java.time.Instant;
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
