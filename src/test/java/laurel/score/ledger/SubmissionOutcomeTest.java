package laurel.score.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.micronaut.core.type.Argument;
import io.micronaut.json.JsonMapper;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import laurel.leaderboard.Group;
import laurel.leaderboard.WindowKind;
import laurel.score.entry.EntryChange;
import org.junit.jupiter.api.Test;

class SubmissionOutcomeTest {
    private static final JsonMapper JSON = JsonMapper.createDefault();
    private static final Group EU = new Group(new TreeMap<>(Map.of("region", "eu")));

    @Test
    void readsOutcomeThatItWrote() throws IOException {
        SubmissionOutcome outcome = new SubmissionOutcome(
                List.of(
                        new EntryChange(7, WindowKind.DAILY, EU, null, null, 5L, null, 1),
                        new EntryChange(7, WindowKind.DAILY, EU, Group.EVERYONE, 1L, null, 2, null)),
                List.of("2025"));
        assertThat(JSON.readValue(JSON.writeValueAsString(outcome), Argument.of(SubmissionOutcome.class)))
                .isEqualTo(outcome);
    }

    /** The format of outcomes stored before groups existed. */
    @Test
    void readsOutcomeWithoutGroupsAsEveryone() throws IOException {
        String stored = """
                {"changes": [
                  {"windowId": 7, "kind": "DAILY", "rankingId": 9, "score": 5, "rank": 1},
                  {"windowId": 7, "kind": "DAILY", "rankingId": 9, "previousScore": 5, "score": 6, "previousRank": 2, "rank": 1}],
                 "closedWindows": []}
                """;
        assertThat(JSON.readValue(stored, Argument.of(SubmissionOutcome.class)).changes())
                .containsExactly(
                        new EntryChange(7, WindowKind.DAILY, Group.EVERYONE, null, null, 5L, null, 1),
                        new EntryChange(7, WindowKind.DAILY, Group.EVERYONE, Group.EVERYONE, 5L, 6L, 2, 1));
    }
}
