package laurel.window;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.LaurelTest;
import laurel.TickingClock;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Changes of window definitions: their effects on windows, and rejected ones. */
@LaurelTest(at = "2025-07-13T16:00:00Z")
class WindowDefinitionChangeGraphQLTest {
    @Inject
    LaurelServer server;

    @Inject
    TickingClock clock;

    private StepsLeaderboard board;

    @BeforeEach
    void create() {
        board = StepsLeaderboard.create(server, "steps");
    }

    /** The newest window is number 20,283, which was opened ahead. */
    @Test
    void rejectsReuseOfDefinitionKeyOnceThereAreScores() {
        board.submit("eu");
        String rolling = "kind: CUSTOM, key: \"rolling\", ";
        assertThat(change(1, rolling + "interval: \"P1D\", length: \"P6D\"")).isEqualTo("WINDOW_DEFINITION_KEY_USED");
        assertThat(change(1, rolling + "interval: \"PT24H\", length: \"PT168H\""))
                .as("same bounds, but not per time zone")
                .isEqualTo("WINDOW_DEFINITION_KEY_USED");
        assertThat(change(1, rolling + "interval: \"P1D\", length: \"P1W\""))
                .as("unchanged")
                .isEqualTo(2);
        assertThat(change(2, "kind: DAILY")).isEqualTo(3);
        assertThat(change(3, rolling + "interval: \"P7D\""))
                .as("a removed definition, unchanged")
                .isEqualTo("WINDOW_DEFINITION_KEY_USED");
        assertThat(change(3, rolling + "interval: \"P1D\", length: \"P7D\", anchorTime: \"1970-01-02T00:00:00Z\""))
                .isEqualTo("WINDOW_DEFINITION_KEY_USED");
        assertThat(board.windows("definitionKey: \"rolling\", first: 1")).containsExactly("rolling#20282");
        assertThat(board.window("select: {relative: {definitionKey: \"rolling\"}}", "name"))
                .as("a removed definition")
                .isNull();
        assertThat(board.windows("definitionKey: \"rolling\", first: 1, group: {region: \"jp\"}"))
                .containsExactly("rolling#20283");
        assertThat(board.ask(
                                "rankHistory(participant: {external: {externalId: \"eu\"}}, windowDefinitionKey: \"rolling\","
                                        + " first: 1) { nodes { window { name } } }")
                        .at("rankHistory", "nodes", 0, "window", "name"))
                .isEqualTo("rolling#20282");
        assertThat(change(3, rolling + "interval: \"P1D\", length: \"P7D\"")).isEqualTo(4);
        assertThat(board.window("select: {relative: {definitionKey: \"rolling\"}}", "name"))
                .isEqualTo("rolling#20276");
    }

    @Test
    void selectsWindowOfRemovedDefinitionByNameInTimeZoneOfGroup() {
        board.submit("jp");
        assertThat(change(1, "kind: DAILY")).isEqualTo(2);
        String select = "select: {name: {name: \"rolling#20282\"}}";
        String japan = ", group: {region: \"jp\"}";
        assertThat(board.window(select, "timeZone")).isEqualTo("UTC");
        assertThat(board.window(select + japan, "timeZone")).isEqualTo("Asia/Tokyo");
        assertThat(board.window("select: {name: {name: \"rolling#20282\", timeZone: \"Asia/Tokyo\"}}", "timeZone"))
                .isEqualTo("Asia/Tokyo");
        assertThat(board.window("select: {name: {name: \"six#81127\"}}" + japan, "timeZone"))
                .as("follows no time zone")
                .isEqualTo("UTC");
        assertThat(board.ask("ranking(window: {name: {name: \"rolling#20282\"}}" + japan + ") { entryCount }")
                        .at("ranking", "entryCount"))
                .isEqualTo(1);
    }

    @Test
    void replacesWindowsBeforeFirstScore() {
        assertThat(change(1, "kind: CUSTOM, key: \"rolling\", interval: \"P1D\", length: \"P2D\""))
                .isEqualTo(2);
        assertThat(board.windows("definitionKey: \"rolling\"")).containsExactly("rolling#20282", "rolling#20281");
        server.client()
                .ask("mutation { updateLeaderboard(input: {leaderboardKey: \"" + board.key()
                        + "\", expectedVersion: 2, windowDefinitions: [{kind: DAILY}],"
                        + " groupOverrides: []}) { leaderboard { version } } }")
                .text("data", "updateLeaderboard", "leaderboard", "version");
        assertThat(count("time_zone = 'Asia/Tokyo'")).isZero();
        assertThat(count("definition = 'daily'")).isEqualTo(2);
    }

    @Test
    void usesSortOrderOfGroup() {
        for (String region : List.of("low", "eu")) {
            board.submit(region);
        }
        assertThat(orders("{\"region\": \"low\"}")).containsExactly("ASCENDING");
        assertThat(orders("{\"region\": \"eu\"}")).containsExactly("DESCENDING");
        assertThat(orders("{}")).containsExactly("DESCENDING");
    }

    private List<String> orders(String group) {
        return server.database()
                .sql()
                .of("SELECT DISTINCT r.sort_order FROM ranking AS r JOIN leaderboard AS l ON l.id = leaderboard_id"
                        + " WHERE l.app_id = :app AND group_values = CAST(:group AS jsonb)")
                .bind("app", server.appId())
                .bind("group", group)
                .list(String.class);
    }

    @Test
    void appliesNewGracePeriodToLaterWindowsOnly() {
        server.client()
                .ask("mutation { updateLeaderboard(input: {leaderboardKey: \"" + board.key() + "\","
                        + " expectedVersion: 1, gracePeriod: \"PT0S\"})"
                        + " { leaderboard { version } } }")
                .text("data", "updateLeaderboard", "leaderboard", "version");
        assertThat(board.window("select: {relative: {definitionKey: \"daily\"}}", "finalizesAt"))
                .as("opened before the change")
                .isEqualTo("2025-07-14T01:00:00Z");
        clock.advance(Duration.ofDays(2));
        server.bean(WindowOpener.class).openAhead(clock.instant());
        assertThat(board.window("select: {relative: {definitionKey: \"daily\"}}", "finalizesAt"))
                .isEqualTo("2025-07-16T00:00:00Z");
    }

    /** Returns the new version, or the error code. */
    private @Nullable Object change(int version, String definition) {
        Answer answer = server.client()
                .ask("mutation { updateLeaderboard(input: {leaderboardKey: \"" + board.key() + "\", expectedVersion: "
                        + version
                        + ", windowDefinitions: [{" + definition
                        + "}]}) { leaderboard { version } errors { code } } }")
                .node("data", "updateLeaderboard")
                .changed("leaderboard");
        return answer.at("code") == null ? answer.at("version") : answer.at("code");
    }

    private int count(String condition) {
        return server.database()
                .sql()
                .of("SELECT count(*) FROM leaderboard_window AS w JOIN leaderboard AS l ON l.id = leaderboard_id"
                        + " WHERE l.app_id = :app AND w." + condition)
                .bind("app", server.appId())
                .one(Integer.class);
    }
}
