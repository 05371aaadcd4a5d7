package laurel.leaderboard.graphql;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.LaurelTest;
import laurel.TickingClock;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.LeaderboardClient;
import laurel.leaderboard.LeaderboardDefinition;
import laurel.leaderboard.Leaderboards;
import laurel.leaderboard.SortOrder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Creates, changes, archives and unarchives leaderboards. */
@LaurelTest
class LeaderboardGraphQLTest {
    /** All fields, with values other than the defaults. */
    private static final Map<String, Object> EVERYTHING = Map.ofEntries(
            Map.entry("name", "Lap times"),
            Map.entry("description", "Seconds."),
            Map.entry("metadata", Map.of("track", "Monza")),
            Map.entry("entityTypes", List.of("DRIVER", "GUILD")),
            Map.entry("sortOrder", "ASCENDING"),
            Map.entry("updateMode", "MIN"),
            Map.entry("decimals", 3),
            Map.entry("minScore", "1.500"),
            Map.entry("maxScore", "600.000"),
            Map.entry("tieRule", "LATEST"),
            Map.entry("timeZone", "Europe/Paris"),
            Map.entry("groupings", List.of(List.of(), List.of("region", "platform"))),
            Map.entry("clock", "SUBMISSIONS"),
            Map.entry("visibility", "PRIVATE"));

    private static final List<Map<String, String>> DAYS = List.of(Map.of("kind", "DAILY"));

    @Inject
    LaurelServer server;

    @Inject
    TickingClock clock;

    private LeaderboardClient client;

    @BeforeEach
    void start() {
        client = new LeaderboardClient(server.client());
    }

    @Test
    void keepsBestScoreByDefault() {
        assertThat(client.create(Map.of("key", "low", "sortOrder", "ASCENDING")).at("updateMode"))
                .isEqualTo("MIN");
        assertThat(client.create(Map.of("key", "high", "sortOrder", "DESCENDING"))
                        .at("updateMode"))
                .isEqualTo("MAX");
    }

    @Test
    void createsLeaderboardFromInput() {
        Map<String, Object> input = with(with(EVERYTHING, "key", "said"), "windowDefinitions", DAYS);
        Answer made = client.create(input);
        EVERYTHING.forEach(
                (field, value) -> assertThat(made.at(field)).as(field).isEqualTo(value));
        assertThat(made.at("windowDefinitions")).isEqualTo(DAYS);
        assertThat(made.at("version")).isEqualTo(1);
        assertThat(client.board("said")).isEqualTo(made);
    }

    /** The defaults in Java equal those of the schema. */
    @Test
    void usesDefaultsOfSchema() {
        client.create(Map.of("key", "silent"));
        Leaderboard board =
                server.bean(Leaderboards.class).byKey(server.appId(), "silent").orElseThrow();
        assertThat(board.definition()).isEqualTo(LeaderboardDefinition.standard("silent", SortOrder.DESCENDING));
    }

    @Test
    void listsStandingsWithoutArguments() {
        client.create(Map.of("key", "plain"));
        client.submit("plain", "ann", 3);
        client.submit("plain", "bob", 5);
        Answer answer = server.client()
                .ask("{ leaderboard(key: \"plain\") { ranking { standings { nodes { rank score } } } } }");
        assertThat(answer.at("data", "leaderboard", "ranking", "standings", "nodes"))
                .isEqualTo(List.of(Map.of("rank", 1, "score", "5"), Map.of("rank", 2, "score", "3")));
    }

    /** Clients from code generators send null for omitted fields. */
    @Test
    void treatsNullAsDefaultOnCreate() {
        Map<String, Object> input = new HashMap<>(Map.of("key", "nulls"));
        EVERYTHING.keySet().forEach(field -> input.put(field, null));
        List.of("windowDefinitions", "gracePeriod", "archiveAfter", "groupOverrides")
                .forEach(field -> input.put(field, null));
        client.create(input);
        Leaderboard board =
                server.bean(Leaderboards.class).byKey(server.appId(), "nulls").orElseThrow();
        assertThat(board.definition()).isEqualTo(LeaderboardDefinition.standard("nulls", SortOrder.DESCENDING));
    }

    @Test
    void changesOnlyGivenFields() {
        Answer before = client.create(Map.of("key", "changing"));
        clock.advance(Duration.ofHours(1));
        Answer after = client.update("changing", 1, EVERYTHING);
        EVERYTHING.forEach(
                (field, value) -> assertThat(after.at(field)).as(field).isEqualTo(value));
        for (String same : List.of("id", "key", "windowDefinitions", "createdAt", "archivedAt")) {
            assertThat(after.at(same)).as(same).isEqualTo(before.at(same));
        }
        assertThat(after.at("version")).isEqualTo(2);
        assertThat(after.at("updatedAt")).isEqualTo("2025-07-13T15:30:00Z");

        Answer renamed = client.update("changing", 2, Map.of("name", "Other"));
        for (String same : List.of("id", "description", "decimals", "minScore", "groupings", "clock")) {
            assertThat(renamed.at(same)).as(same).isEqualTo(after.at(same));
        }
        assertThat(renamed.at("name")).isEqualTo("Other");
        assertThat(renamed.at("version")).isEqualTo(3);
        assertThat(client.board("changing")).isEqualTo(renamed);
    }

    @Test
    void clearsFieldsByNull() {
        client.create(with(with(EVERYTHING, "key", "cleared"), "windowDefinitions", DAYS));
        Map<String, Object> nothing = new HashMap<>(Map.of("leaderboardKey", "cleared", "expectedVersion", 1));
        List.of("description", "metadata", "minScore", "maxScore").forEach(field -> nothing.put(field, null));
        Answer after = client.update(nothing);
        Map<String, Object> expected = new HashMap<>(EVERYTHING);
        expected.putAll(nothing);
        expected.keySet().removeAll(List.of("leaderboardKey", "expectedVersion"));
        expected.put("metadata", Map.of());
        expected.forEach((field, value) -> assertThat(after.at(field)).as(field).isEqualTo(value));
        assertThat(after.at("version")).isEqualTo(2);
    }

    /** The same JSON in another order is unchanged, too. */
    @Test
    void keepsVersionIfInputIsUnchanged() {
        Map<String, Object> input =
                with(with(EVERYTHING, "metadata", Map.of("b", 1, "a", 2)), "windowDefinitions", DAYS);
        Answer before = client.create(with(input, "key", "same"));
        clock.advance(Duration.ofHours(1));
        assertThat(client.update("same", 1, input)).isEqualTo(before);
        assertThat(client.update("same", 1, Map.of())).isEqualTo(before);
    }

    @Test
    void keepsBoundsWhenDecimalsChange() {
        client.create(Map.of("key", "scaled", "minScore", "-5", "maxScore", "250"));
        Answer finer = client.update("scaled", 1, Map.of("decimals", 2));
        assertThat(finer.at("minScore")).isEqualTo("-5.00");
        assertThat(finer.at("maxScore")).isEqualTo("250.00");
        assertThat(client.update("scaled", 2, Map.of("minScore", "0.25")).at("version"))
                .isEqualTo(3);
        Answer coarser = client.update("scaled", 3, Map.of("decimals", 1));
        assertThat(coarser.at("code")).isEqualTo("SCORE_TOO_MANY_DECIMALS");
        assertThat(coarser.at("path")).isEqualTo(List.of("input", "decimals"));
        assertThat(client.update("scaled", 3, Map.of("decimals", 1, "minScore", 0))
                        .at("minScore"))
                .isEqualTo("0.0");
    }

    /** Only one of the bounds is given. */
    @Test
    void rejectsBoundThatConflictsWithTheOther() {
        client.create(Map.of("key", "bounded", "minScore", 0, "maxScore", 10));
        for (String bound : List.of("minScore", "maxScore")) {
            Answer refused = client.update("bounded", 1, Map.of(bound, bound.equals("minScore") ? 11 : -1));
            assertThat(refused.at("code")).isEqualTo("INVALID_SCORE_BOUNDS");
            assertThat(refused.at("path")).isEqualTo(List.of("input", bound));
        }
    }

    @Test
    void appliesNewBoundsOnlyToLaterSubmissions() {
        client.create(Map.of("key", "tight"));
        client.submit("tight", "ann", 50);
        Answer after = client.update("tight", 1, Map.of("maxScore", 10, "entityTypes", List.of("ACCOUNT", "GUILD")));
        assertThat(after.at("version")).isEqualTo(2);
        assertThat(client.submit("tight", "bob", 11)).isEqualTo("SCORE_OUT_OF_BOUNDS");
        assertThat(client.submit("tight", "cem", 10)).isNull();
        assertThat(client.scores("tight", "ALL-TIME")).isEqualTo(Map.of("ann", "50", "cem", "10"));
        client.update("tight", 2, Map.of("entityTypes", List.of("GUILD")));
        assertThat(client.submit("tight", "ann", 9)).isEqualTo("ENTITY_TYPE_NOT_ACCEPTED");
        assertThat(client.scores("tight", "ALL-TIME")).isEqualTo(Map.of("ann", "50", "cem", "10"));
    }

    @Test
    void opensWindowsOfNewDefinitionAtOnce() {
        client.create(Map.of("key", "kinds", "windowDefinitions", DAYS));
        client.submit("kinds", "ann", 5);
        client.update(
                "kinds", 1, Map.of("windowDefinitions", List.of(Map.of("kind", "WEEKLY"), Map.of("kind", "ALL_TIME"))));
        assertThat(client.windows("kinds", "WEEKLY")).containsExactly("2025-W28");
        assertThat(client.scores("kinds", "2025-W28")).isEmpty();
        client.submit("kinds", "bob", 3);
        assertThat(client.scores("kinds", "2025-W28")).isEqualTo(Map.of("bob", "3"));
        assertThat(client.scores("kinds", "ALL-TIME")).isEqualTo(Map.of("bob", "3"));
        // The window of the removed definition stays as it was.
        assertThat(client.windows("kinds", "DAILY")).containsExactly("2025-07-13");
        assertThat(client.scores("kinds", "2025-07-13")).isEqualTo(Map.of("ann", "5"));
        // It continues when the definition is added again.
        client.update("kinds", 2, Map.of("windowDefinitions", DAYS));
        client.submit("kinds", "bob", 4);
        assertThat(client.scores("kinds", "2025-07-13")).isEqualTo(Map.of("ann", "5", "bob", "4"));
    }

    /** Before the first score these fields can change, and rankings follow. */
    @Test
    void changesOrderTimeZoneAndClockBeforeFirstScore() {
        client.create(Map.of("key", "turned", "windowDefinitions", DAYS));
        client.update("turned", 1, Map.of("sortOrder", "ASCENDING", "updateMode", "MIN"));
        client.submit("turned", "ann", 5);
        client.submit("turned", "bob", 3);
        assertThat(client.scores("turned", "2025-07-13").keySet()).containsExactly("bob", "ann");

        client.create(Map.of("key", "moved", "windowDefinitions", DAYS));
        assertThat(client.windows("moved", "DAILY")).containsExactly("2025-07-13");
        client.update("moved", 1, Map.of("timeZone", "Pacific/Kiritimati"));
        assertThat(client.windows("moved", "DAILY")).containsExactly("2025-07-14");
        client.submit("moved", "ann", 5);
        assertThat(client.scores("moved", "2025-07-14")).isEqualTo(Map.of("ann", "5"));

        client.create(Map.of("key", "replay", "windowDefinitions", DAYS));
        client.update("replay", 1, Map.of("clock", "SUBMISSIONS"));
        assertThat(client.windows("replay", "DAILY")).isEmpty();
        client.submit("replay", "ann", 5);
        assertThat(client.scores("replay", "2025-07-13")).isEqualTo(Map.of("ann", "5"));
    }

    @Test
    void rejectsSubmissionsToArchivedLeaderboardButShowsIt() {
        Answer before = client.create(Map.of("key", "old", "windowDefinitions", DAYS));
        client.submit("old", "ann", 5);
        clock.advance(Duration.ofMinutes(1));
        Answer archived = client.archive("old");
        assertThat(archived.at("archivedAt")).isEqualTo("2025-07-13T14:31:00Z");
        assertThat(archived.at("updatedAt")).isEqualTo("2025-07-13T14:31:00Z");
        assertThat(archived.at("version")).isEqualTo(2);
        assertThat(client.submit("old", "bob", 6)).isEqualTo("LEADERBOARD_ARCHIVED");
        assertThat(client.scores("old", "2025-07-13")).isEqualTo(Map.of("ann", "5"));
        assertThat(client.update("old", 2, Map.of("name", "Ancient")).at("version"))
                .isEqualTo(3);

        clock.advance(Duration.ofDays(3));
        assertThat(client.archive("old").at("archivedAt")).isEqualTo("2025-07-13T14:31:00Z");
        assertThat(client.windows("old", "DAILY")).doesNotContain("2025-07-16");
        Answer back = client.unarchive("old");
        assertThat(back.at("archivedAt")).isNull();
        assertThat(back.at("version")).isEqualTo(4);
        assertThat(client.windows("old", "DAILY")).contains("2025-07-16");
        clock.advance(Duration.ofMinutes(1));
        assertThat(client.unarchive("old")).isEqualTo(back);
        assertThat(client.submit("old", "bob", 6)).isNull();
        assertThat(back.at("id")).isEqualTo(before.at("id"));
    }

    @Test
    void rejectsArchivingUnknownLeaderboard() {
        for (String key : List.of("nope", "", "\u0000")) {
            for (Answer refused : List.of(client.archive(key), client.unarchive(key))) {
                assertThat(refused.at("code")).isEqualTo("LEADERBOARD_NOT_FOUND");
                assertThat(refused.at("path")).isEqualTo(List.of("input", "leaderboardKey"));
            }
        }
    }

    private static Map<String, Object> with(Map<String, Object> input, String field, Object value) {
        Map<String, Object> more = new HashMap<>(input);
        more.put(field, value);
        return more;
    }
}
