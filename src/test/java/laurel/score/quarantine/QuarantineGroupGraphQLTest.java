package laurel.score.quarantine;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import laurel.LaurelServer;
import laurel.LaurelTest;
import laurel.score.StoredEntry;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The settings of a group that has only quarantined submissions are kept, so that these count as received once approved. */
@LaurelTest(at = "2025-07-13T12:00:00Z")
class QuarantineGroupGraphQLTest {
    private static final String OVERRIDE = "updateLeaderboard(input: {leaderboardKey: \"sum\","
            + " groupOverrides: [{group: {region: \"jp\"}, timeZone: \"Asia/Tokyo\"}]})";
    private static final String DIRECTORY =
            "updateGroup(input: {attribute: \"region\", value: \"jp\", timeZone: \"Asia/Tokyo\"})";
    private static final String DELETION = "deleteGroup(input: {attribute: \"region\", value: \"jp\"})";

    @Inject
    LaurelServer server;

    private QuarantineClient client;

    @BeforeEach
    void start() {
        client = new QuarantineClient(server);
        client.create("sum", "INCREMENT", "maxStep: 100, groupings: [[], [\"region\"]], timeZoneAttribute: \"region\"");
    }

    private String quarantine() {
        Map<String, Object> input = QuarantineClient.input("sum", "ann", 5_000);
        input.put("group", Map.of("region", "jp"));
        return client.submit(input).text("submission", "id");
    }

    private @Nullable Object refusal(String mutation) {
        return client.graphQL()
                .ask("mutation { result: " + mutation + " { errors { code } } }")
                .at("data", "result", "errors", 0, "code");
    }

    private List<String> entries(String window) {
        return StoredEntry.of(server, "sum", window, "ann");
    }

    @Test
    void keepsTimeZoneOfGroupWithQuarantinedSubmission() {
        String id = quarantine();
        assertThat(refusal(OVERRIDE)).isEqualTo("LEADERBOARD_HAS_SCORES");
        assertThat(refusal(DIRECTORY)).isEqualTo("GROUP_HAS_SCORES");
        client.changes("approveSubmission", id);
        for (String window : List.of("2025-07-13", "ALL-TIME")) {
            assertThat(entries(window)).as(window).containsExactly("{\"region\": \"jp\"} 5000", "{} 5000");
        }
    }

    @Test
    void keepsGroupWithTimeZoneAndRejectedSubmission() {
        client.graphQL()
                .ask("mutation { createGroup(input: {attribute: \"region\", value: \"jp\", timeZone: \"Asia/Tokyo\"}) {"
                        + " group { id } } }")
                .text("data", "createGroup", "group", "id");
        String id = quarantine();
        client.changes("rejectSubmission", id);
        assertThat(refusal(DELETION)).isEqualTo("GROUP_IN_USE");
        client.changes("approveSubmission", id);
        assertThat(entries("2025-07-13")).containsExactly("{\"region\": \"jp\"} 5000", "{} 5000");
    }
}
