package laurel.window;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import laurel.GraphQLClient;
import laurel.GraphQLClient.Answer;
import laurel.JobClient;
import laurel.LaurelServer;
import laurel.LaurelTest;
import laurel.TickingClock;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** CUSTOM windows that end after a number of windows, or at a time. */
@LaurelTest(at = "2025-07-13T16:00:00Z")
class CustomWindowEndGraphQLTest {
    /** Three days from 12 July. */
    private static final String ROUNDS =
            "kind: CUSTOM, key: \"round\", anchorTime: \"2025-07-12T00:00:00Z\", interval: \"P1D\"";

    @Inject
    LaurelServer server;

    @Inject
    TickingClock clock;

    private GraphQLClient client;
    private int version;

    @BeforeEach
    void start() {
        client = server.client();
        version = 1;
    }

    @Test
    void opensNothingAfterLastWindowOfCount() {
        create("{" + ROUNDS + ", count: 3}");
        assertThat(board("window { name } resetsAt windowDefinition(key: \"round\") { count endTime }"))
                .isEqualTo("{window={name=round#1}, resetsAt=2025-07-14T00:00:00Z,"
                        + " windowDefinition={count=3, endTime=null}}");
        assertThat(submit("ann", null)).isEqualTo("round#1");
        advanceTo("2025-07-14T12:00:00Z");
        assertThat(board("window { name } resetsAt"))
                .isEqualTo("{window={name=round#2}, resetsAt=2025-07-15T00:00:00Z}");
        assertThat(submit("ann", null)).isEqualTo("round#2");
        advanceTo("2025-07-15T00:00:00Z");
        assertThat(board("window { name } resetsAt windowDefinition(key: \"round\") { current { name } resetsAt }"))
                .isEqualTo("{window=null, resetsAt=null, windowDefinition={current=null, resetsAt=null}}");
        assertThat(submit("ann", null)).isEqualTo("WINDOWS_CLOSED No window of the leaderboard contains `achievedAt`.");
        assertThat(submit("ann", "2025-07-14T23:59:59Z"))
                .as("a late submission")
                .isEqualTo("round#2");
        advanceTo("2025-07-15T00:05:00Z");
        assertThat(submit("ann", "2025-07-14T23:59:59Z"))
                .isEqualTo("WINDOWS_CLOSED All windows that contain `achievedAt` are closed: round#2.");
        assertThat(names()).containsExactly("round#2", "round#1");
        assertThat(board("last: window(select: {name: {name: \"round#2\"}}) { state }"
                        + " none: window(select: {name: {name: \"round#3\"}}) { state }"))
                .isEqualTo("{last={state=FINAL}, none=null}");
    }

    @Test
    void opensNothingBeforeFirstWindowOfCount() {
        create("{" + ROUNDS.replace("07-12", "07-15") + ", count: 1}");
        assertThat(board("window { name } resetsAt")).isEqualTo("{window=null, resetsAt=2025-07-16T00:00:00Z}");
        assertThat(submit("ann", null)).startsWith("WINDOWS_CLOSED");
        advanceTo("2025-07-15T00:00:00Z");
        assertThat(submit("ann", null)).isEqualTo("round#0");
        assertThat(names()).containsExactly("round#0");
    }

    @Test
    void opensNoWindowThatStartsAtEndTimeOrLater() {
        create("{" + ROUNDS + ", endTime: \"2025-07-14T00:00:00.000001Z\"}");
        assertThat(board("windowDefinition(key: \"round\") { count endTime }"))
                .isEqualTo("{windowDefinition={count=null, endTime=2025-07-14T00:00:00.000001Z}}");
        advanceTo("2025-07-14T01:00:00Z");
        assertThat(submit("ann", null)).isEqualTo("round#2");
        advanceTo("2025-07-15T01:00:00Z");
        assertThat(submit("ann", null)).startsWith("WINDOWS_CLOSED");
        assertThat(names()).containsExactly("round#2", "round#1");
    }

    /** 14 July starts at 15:00 UTC of the day before in Tokyo. */
    @Test
    void endsAtTheSameLocalTimeInEveryTimeZone() {
        create(
                "{" + ROUNDS + ", endTime: \"2025-07-15T00:00:00Z\"}",
                ", groupings: [[], [\"region\"]], groupOverrides: [{group: {region: \"jp\"}, timeZone: \"Asia/Tokyo\"}]");
        advanceTo("2025-07-14T14:00:00Z");
        assertThat(board("resetsAt jp: resetsAt(group: {region: \"jp\"})"))
                .isEqualTo("{resetsAt=2025-07-15T00:00:00Z, jp=2025-07-14T15:00:00Z}");
        advanceTo("2025-07-14T15:00:00Z");
        assertThat(board("resetsAt jp: resetsAt(group: {region: \"jp\"})"))
                .isEqualTo("{resetsAt=2025-07-15T00:00:00Z, jp=null}");
    }

    @Test
    void movesEndWhileStartedWindowsRemain() {
        create("{" + ROUNDS + "}");
        assertThat(submit("ann", null)).isEqualTo("round#1");
        assertThat(stored()).as("opened ahead").containsExactly("round#1", "round#2");
        // The next window has not started.
        assertThat(change("{" + ROUNDS + ", endTime: \"2025-07-14T00:00:00Z\"}"))
                .isEqualTo("2");
        assertThat(stored()).containsExactly("round#1");
        assertThat(change("{" + ROUNDS + ", count: 2}")).isEqualTo("3");
        assertThat(change("{" + ROUNDS + ", count: 1}"))
                .as("the current window")
                .isEqualTo("WINDOW_DEFINITION_KEY_USED");
        assertThat(change("{" + ROUNDS + ", endTime: \"2025-07-13T00:00:00Z\"}"))
                .isEqualTo("WINDOW_DEFINITION_KEY_USED");
        advanceTo("2025-07-14T12:00:00Z");
        assertThat(submit("ann", null)).startsWith("WINDOWS_CLOSED");
        assertThat(change("{" + ROUNDS + ", count: 4}")).isEqualTo("4");
        assertThat(submit("ann", null)).isEqualTo("round#2");
        assertThat(change("{" + ROUNDS + "}")).isEqualTo("5");
        assertThat(names()).containsExactly("round#2", "round#1");
        assertThat(board("standing: ranking(window: {name: {name: \"round#1\"}}) { entryCount }"))
                .isEqualTo("{standing={entryCount=1}}");
    }

    @Test
    void rejectsEndBeforeWindowWithScores() {
        clock.set(Instant.parse("2025-07-13T23:58:00Z"));
        create("{" + ROUNDS + "}");
        assertThat(submit("ann", "2025-07-14T00:00:00Z"))
                .as("the clock of the sender is ahead")
                .isEqualTo("round#2");
        assertThat(change("{" + ROUNDS + ", count: 2}")).isEqualTo("WINDOW_DEFINITION_KEY_USED");
        assertThat(change("{" + ROUNDS + ", count: 3}")).isEqualTo("2");
        assertThat(stored()).contains("round#2");
    }

    @Test
    void replacesWindowsBeforeFirstScore() {
        create("{" + ROUNDS + "}");
        assertThat(change("{" + ROUNDS + ", count: 1}")).isEqualTo("2");
        assertThat(stored()).isEmpty();
        assertThat(change("{" + ROUNDS + ", count: 2}")).isEqualTo("3");
        assertThat(stored()).containsExactly("round#1");
    }

    @Test
    void backfillsWindowsUpToTheEnd() {
        create("{kind: ALL_TIME}");
        for (int day = 13; day <= 16; day++) {
            advanceTo("2025-07-" + day + "T16:00:00Z");
            assertThat(submit("ann", null)).isEqualTo("ALL-TIME");
        }
        assertThat(change("{kind: ALL_TIME}, {" + ROUNDS + ", count: 3}")).isEqualTo("2");
        Answer result = new JobClient(server)
                .result("backfillWindows", Map.of("leaderboardKey", "cup", "windowDefinitionKey", "round"));
        assertThat(result.at("windowCount")).isEqualTo(2);
        assertThat(board("windows(definitionKey: \"round\") { nodes { name } }"))
                .isEqualTo("{windows={nodes=[{name=round#2}, {name=round#1}]}}");
    }

    private void advanceTo(String instant) {
        clock.set(Instant.parse(instant));
        server.bean(WindowOpener.class).openAhead(clock.instant());
    }

    private void create(String definitions) {
        create(definitions, "");
    }

    private void create(String definitions, String rest) {
        client.ask("mutation { createLeaderboard(input: {key: \"cup\", windowDefinitions: [" + definitions + "]" + rest
                        + "}) { leaderboard { id } errors { code message } } }")
                .text("data", "createLeaderboard", "leaderboard", "id");
    }

    /** Returns the new version, or the code of the error. */
    private String change(String definitions) {
        Answer answer = client.ask("mutation { updateLeaderboard(input: {leaderboardKey: \"cup\", expectedVersion: "
                        + version + ", windowDefinitions: [" + definitions
                        + "]}) { leaderboard { version } errors { code } } }")
                .node("data", "updateLeaderboard")
                .changed("leaderboard");
        if (answer.at("code") != null) {
            return answer.text("code");
        }
        version++;
        return String.valueOf(answer.at("version"));
    }

    /** Submits a score. Returns the name of the only window in which it counts, or the error. */
    private String submit(String who, @Nullable String achievedAt) {
        String at = achievedAt == null ? "" : ", achievedAt: \"" + achievedAt + "\"";
        Answer answer = client.ask(
                        "mutation { submitScore(input: {leaderboardKey: \"cup\", participant: {externalId: \""
                                + who + "\"}, score: 1" + at
                                + "}) { receipt { changes { window { name } } } errors { code message } } }")
                .node("data", "submitScore");
        return answer.at("receipt") == null
                ? answer.text("errors", 0, "code") + " " + answer.text("errors", 0, "message")
                : answer.text("receipt", "changes", 0, "window", "name");
    }

    private String board(String fields) {
        return String.valueOf(
                client.ask("{ leaderboard(key: \"cup\") { " + fields + " } }").at("data", "leaderboard"));
    }

    private List<String> names() {
        return client
                .ask("{ leaderboard(key: \"cup\") { windows { nodes { name } } } }")
                .list("data", "leaderboard", "windows", "nodes")
                .stream()
                .map(window -> window.text("name"))
                .toList();
    }

    /** Returns the names of all windows, also of those that have not started. */
    private List<String> stored() {
        return server.database()
                .sql()
                .of("SELECT name FROM leaderboard_window WHERE app_id = :app ORDER BY starts_at")
                .bind("app", server.appId())
                .list(String.class);
    }
}
