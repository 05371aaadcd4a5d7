package laurel.score.removal;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import laurel.GraphQLClient.Answer;
import laurel.JobClient;
import laurel.LaurelServer;
import laurel.LaurelTest;
import laurel.TickingClock;
import laurel.database.Contents;
import laurel.score.ScoreClient;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A job removes a participant from the open windows of all leaderboards. */
@LaurelTest(at = "2025-07-13T12:00:00Z")
class EntriesRemovalTest {
    @Inject
    LaurelServer server;

    @Inject
    TickingClock clock;

    private EntryRemovalClient removals;
    private ScoreClient client;

    @BeforeEach
    void start() {
        removals = new EntryRemovalClient(server, clock);
        client = new ScoreClient(server.client());
    }

    @Test
    void removesEntriesFromOpenWindowsOfAllLeaderboards() {
        JobClient jobs = new JobClient(server);
        List<String> boards = List.of("all-1", "all-2", "all-3");
        boards.forEach(board -> removals.create(board, "MAX"));
        removals.submit("all-1", "ann", 5, "a");
        removals.submit("all-1", "bob", 6, "a");
        removals.submit("all-2", "ann", 7, "b");
        removals.submit("all-3", "bob", 8, "b");
        clock.advance(Duration.ofDays(2));
        removals.settle();
        Map<String, Object> all = Map.of("participant", EntryRemovalClient.external("ann"), "reason", "banned");
        Contents before = removals.contents();
        Answer dry = jobs.result("removeEntries", ScoreClient.with(all, "dryRun", true));
        assertThat(dry.at("dryRun")).isEqualTo(true);
        assertThat(client.scores("all-1", "ALL-TIME")).hasSize(2);
        assertThat(removals.contents().without("job").without("audit_record"))
                .isEqualTo(before.without("job").without("audit_record"));
        Answer done = jobs.result("removeEntries", all);
        assertThat(done.at("changes")).isEqualTo(dry.at("changes"));
        assertThat(done.at("leaderboardCount")).isEqualTo(2);
        assertThat(done.at("entryCount")).isEqualTo("4");
        assertThat(EntryRemovalClient.changes(done))
                .containsExactly(
                        "ALL-TIME {} 5 -> null, 2 -> null",
                        "ALL-TIME {team=a} 5 -> null, 2 -> null",
                        "ALL-TIME {} 7 -> null, 1 -> null",
                        "ALL-TIME {team=b} 7 -> null, 1 -> null");
        assertThat(client.scores("all-1", "ALL-TIME")).isEqualTo(Map.of("bob", "6"));
        assertThat(client.scores("all-1", "2025-07-13")).hasSize(2);
        assertThat(jobs.result("removeEntries", all).at("leaderboardCount")).isEqualTo(0);
        Answer unknown = jobs.start("removeEntries", Map.of("participant", EntryRemovalClient.external("unknown")));
        assertThat(unknown.at("errors", 0, "code")).isEqualTo("PARTICIPANT_NOT_FOUND");
    }
}
