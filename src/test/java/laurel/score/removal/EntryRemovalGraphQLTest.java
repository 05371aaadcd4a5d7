package laurel.score.removal;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.LaurelTest;
import laurel.TickingClock;
import laurel.badge.BadgeClient;
import laurel.database.Contents;
import laurel.score.ScoreClient;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A removed entry is not ranked, and earlier submissions do not count, until it is restored. */
@LaurelTest(at = "2025-07-13T12:00:00Z")
class EntryRemovalGraphQLTest {
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
    void removesEntryFromAllOpenWindowsUntilItIsRestored() {
        removals.create("open", "INCREMENT");
        removals.submit("open", "ann", 5, "a");
        removals.submit("open", "bob", 3, "a");
        Answer removed = removals.remove("open", "ann", Map.of("reason", "cheated"));
        assertThat(EntryRemovalClient.changes(removed))
                .containsExactly(
                        "2025-07-13 {} 5 -> null, 1 -> null",
                        "2025-07-13 {team=a} 5 -> null, 1 -> null",
                        "ALL-TIME {} 5 -> null, 1 -> null",
                        "ALL-TIME {team=a} 5 -> null, 1 -> null");
        assertThat(removed.list("everyone")).hasSize(1);
        assertThat(EntryRemovalClient.removals(removed))
                .containsExactly("2025-07-13 ann cheated null", "ALL-TIME ann cheated null");
        assertThat(client.scores("open", "ALL-TIME")).isEqualTo(Map.of("bob", "3"));
        assertThat(removals.rank("open", "bob")).isEqualTo("1");

        removals.submit("open", "ann", 1, "b");
        assertThat(removals.entries("open", "ann")).containsExactly("{\"team\": \"b\"} 1", "{} 1");
        Answer restored = removals.restore("open", "ann", Map.of());
        assertThat(EntryRemovalClient.changes(restored))
                .containsExactly(
                        "2025-07-13 {} 1 -> 6, 2 -> 1",
                        "2025-07-13 {team=b} 1 -> 6, 1 -> 1",
                        "ALL-TIME {} 1 -> 6, 2 -> 1",
                        "ALL-TIME {team=b} 1 -> 6, 1 -> 1");
        assertThat(EntryRemovalClient.removals(restored))
                .containsExactly(
                        "2025-07-13 ann cheated 2025-07-13T12:00:00Z", "ALL-TIME ann cheated 2025-07-13T12:00:00Z");
    }

    @Test
    void removesEntryOnlyFromNamedWindows() {
        removals.create("named", "MAX");
        removals.submit("named", "ann", 5, "a");
        removals.remove("named", "ann", Map.of("windows", List.of(EntryRemovalClient.named("2025-07-13"))));
        assertThat(client.scores("named", "2025-07-13")).isEmpty();
        assertThat(client.scores("named", "ALL-TIME")).isEqualTo(Map.of("ann", "5"));
        // The default of a removal are open windows with an entry, that of a restoration all that were removed from.
        assertThat(EntryRemovalClient.removals(removals.remove("named", "ann", Map.of())))
                .containsExactly("ALL-TIME ann null null");
        clock.advance(Duration.ofDays(2));
        assertThat(EntryRemovalClient.changes(removals.restore(
                        "named", "ann", Map.of("windows", List.of(EntryRemovalClient.relative("daily", 2))))))
                .containsExactly("2025-07-13 {} null -> 5, null -> 1", "2025-07-13 {team=a} null -> 5, null -> 1");
        assertThat(client.scores("named", "ALL-TIME")).isEmpty();
    }

    @Test
    void repeatsReceiptOfRetryWithoutEffect() {
        removals.create("retry", "MAX");
        var input = ScoreClient.with(EntryRemovalClient.input("retry", "ann", 5, "a"), "idempotencyKey", "k");
        client.submit(input);
        removals.remove("retry", "ann", Map.of());
        Answer retried = client.submit(input);
        assertThat(retried.at("status")).isEqualTo("DUPLICATE");
        assertThat(retried.text("changes", 0, "score")).isEqualTo("5");
        assertThat(client.scores("retry", "ALL-TIME")).isEmpty();
    }

    @Test
    void dryRunsReportChangesAndStoreNothing() {
        removals.create("dry", "MAX");
        removals.submit("dry", "ann", 5, "a");
        Contents before = removals.contents();
        Answer dry = removals.remove("dry", "ann", Map.of("dryRun", true));
        assertThat(removals.contents()).isEqualTo(before);
        assertThat(EntryRemovalClient.changes(dry))
                .isEqualTo(EntryRemovalClient.changes(removals.remove("dry", "ann", Map.of())));
        Contents removed = removals.contents();
        Answer dryRestored = removals.restore("dry", "ann", Map.of("dryRun", true));
        assertThat(removals.contents()).isEqualTo(removed);
        assertThat(EntryRemovalClient.changes(dryRestored))
                .isEqualTo(EntryRemovalClient.changes(removals.restore("dry", "ann", Map.of())));
    }

    @Test
    void restoresOnlyWhatRemainsOfRemovedSubmissions() {
        removals.create("both", "MAX");
        removals.submit("both", "ann", 3, "a");
        String best =
                client.submit(EntryRemovalClient.input("both", "ann", 5, "a")).text("submission", "id");
        removals.remove("both", "ann", Map.of());
        Answer removed = server.client()
                .ask("mutation { removeSubmission(input: {submissionId: \"" + best
                        + "\"}) { changes { score } errors { code } } }")
                .node("data", "removeSubmission");
        assertThat(removed.list("changes")).isEmpty();
        assertThat(removals.restore("both", "ann", Map.of()).text("changes", 0, "score"))
                .isEqualTo("3");
    }

    @Test
    void refusesInvalidInputsWithoutChanges() {
        removals.create("bad", "MAX");
        removals.create("empty", "MAX");
        removals.submit("bad", "ann", 5, "a");
        Contents before = removals.contents();
        EntryRemovalClient.assertRefused("INVALID_TEXT", "reason", removals.remove("bad", "ann", Map.of("reason", "")));
        EntryRemovalClient.assertRefused(
                "LEADERBOARD_NOT_FOUND", "leaderboardKey", removals.remove("none", "ann", Map.of()));
        EntryRemovalClient.assertRefused(
                "LIST_EMPTY", "windows", removals.remove("bad", "ann", Map.of("windows", List.of())));
        Answer many = removals.remove(
                "bad", "ann", Map.of("windows", Collections.nCopies(101, EntryRemovalClient.named("ALL-TIME"))));
        EntryRemovalClient.assertRefused("LIST_TOO_LONG", "windows", many);
        assertThat(many.at("errors", 0, "limit")).isEqualTo(100);
        Answer unknown = removals.remove(
                "bad",
                "ann",
                Map.of("windows", List.of(EntryRemovalClient.named("ALL-TIME"), EntryRemovalClient.named("2031"))));
        assertThat(unknown.at("errors", 0, "path")).isEqualTo(List.of("input", "windows", "1"));
        assertThat(unknown.at("errors", 0, "code")).isEqualTo("WINDOW_NOT_FOUND");
        Answer noDefinition =
                removals.remove("bad", "ann", Map.of("windows", List.of(EntryRemovalClient.relative("weekly", 0))));
        assertThat(noDefinition.at("errors", 0, "code")).isEqualTo("WINDOW_NOT_FOUND");
        Answer ofOther =
                removals.remove("empty", "ann", Map.of("windows", List.of(Map.of("id", removals.windowId("bad")))));
        assertThat(ofOther.at("errors", 0, "code")).isEqualTo("WINDOW_NOT_FOUND");
        EntryRemovalClient.assertRefused(
                "PARTICIPANT_NOT_FOUND", "participant", removals.remove("bad", "unknown", Map.of()));
        EntryRemovalClient.assertRefused("ENTRY_NOT_FOUND", "participant", removals.remove("empty", "ann", Map.of()));
        EntryRemovalClient.assertRefused(
                "ENTRY_NOT_FOUND",
                "windows",
                removals.remove("empty", "ann", Map.of("windows", List.of(EntryRemovalClient.named("ALL-TIME")))));
        EntryRemovalClient.assertRefused("ENTRY_NOT_REMOVED", "participant", removals.restore("bad", "ann", Map.of()));
        EntryRemovalClient.assertRefused(
                "ENTRY_NOT_REMOVED",
                "windows",
                removals.restore("bad", "ann", Map.of("windows", List.of(EntryRemovalClient.named("ALL-TIME")))));
        assertThat(removals.contents()).isEqualTo(before);
        removals.remove("bad", "ann", Map.of());
        EntryRemovalClient.assertRefused("ENTRY_NOT_FOUND", "participant", removals.remove("bad", "ann", Map.of()));
    }

    /** 2^63 - 1 was removed, 1 was submitted afterwards: both together exceed 64 bits. */
    @Test
    void refusesToRestoreSumBeyond64Bits() {
        removals.create("sum", "INCREMENT");
        client.submit(ScoreClient.with(EntryRemovalClient.input("sum", "ann", 0, "a"), "score", "9223372036854775807"));
        removals.remove("sum", "ann", Map.of());
        removals.submit("sum", "ann", 1, "a");
        EntryRemovalClient.assertRefused("SCORE_OUT_OF_RANGE", "windows", removals.restore("sum", "ann", Map.of()));
        assertThat(client.scores("sum", "ALL-TIME")).isEqualTo(Map.of("ann", "1"));
    }

    @Test
    void correctsFinalWindowWithItsBadges() {
        BadgeClient badges = new BadgeClient(server);
        removals.create("final", "MAX");
        badges.createBadge(
                "first",
                "rankAtClose: {leaderboardKey: \"final\", windowDefinitionKey: \"daily\", maxRank: 1}",
                ", recurrence: EACH_PERIOD");
        removals.submit("final", "ann", 5, "a");
        removals.submit("final", "bob", 3, "a");
        clock.advance(Duration.ofDays(2));
        removals.settle();
        assertThat(badges.holders("first")).containsExactly("ann 2025-07-13");
        removals.remove("final", "ann", Map.of("windows", List.of(EntryRemovalClient.named("2025-07-13"))));
        removals.settle();
        assertThat(badges.holders("first")).containsExactly("bob 2025-07-13");
        assertThat(client.scores("final", "2025-07-13")).isEqualTo(Map.of("bob", "3"));
        assertThat(client.scores("final", "ALL-TIME")).hasSize(2);
        removals.restore("final", "ann", Map.of());
        removals.settle();
        assertThat(badges.holders("first")).containsExactly("ann 2025-07-13");
        assertThat(removals.events())
                .containsExactly(
                        "WINDOW_FINALIZED 2025-07-13", "WINDOW_CORRECTED 2025-07-13", "WINDOW_CORRECTED 2025-07-13");
        assertThat(server.client()
                        .ask("{ leaderboard(key: \"final\") { window(select: {name: {name: \"2025-07-13\"}}) {"
                                + " revision } } }")
                        .at("data", "leaderboard", "window", "revision"))
                .isEqualTo(3);
    }

    @Test
    void listsRemovalsFromNewestToOldest() {
        removals.create("list", "MAX");
        List.of("ann", "bob").forEach(participant -> {
            removals.submit("list", participant, 5, "a");
            removals.remove(
                    "list",
                    participant,
                    Map.of("windows", List.of(EntryRemovalClient.named("ALL-TIME")), "reason", "of " + participant));
        });
        removals.restore("list", "ann", Map.of());
        Answer first = removals.listed(null, 1, null);
        assertThat(EntryRemovalClient.removals(first)).containsExactly("ALL-TIME bob of bob null");
        assertThat(first.at("pageInfo", "hasNextPage")).isEqualTo(true);
        Answer second = removals.listed(null, 1, first.text("pageInfo", "endCursor"));
        assertThat(EntryRemovalClient.removals(second)).containsExactly("ALL-TIME ann of ann 2025-07-13T12:00:00Z");
        assertThat(second.at("pageInfo", "hasNextPage")).isEqualTo(false);
        assertThat(EntryRemovalClient.removals(removals.listed("ann", 5, null))).hasSize(1);
        assertThat(EntryRemovalClient.removals(removals.listed("unknown", 5, null)))
                .isEmpty();
        assertThat(server.client()
                        .send(EntryRemovalClient.REMOVALS, Map.of("board", "list", "first", 0))
                        .at("errors", 0, "extensions", "code"))
                .isEqualTo("INVALID_PAGE_SIZE");
    }
}
