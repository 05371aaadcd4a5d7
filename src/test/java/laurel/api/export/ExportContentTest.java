package laurel.api.export;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.ProjectFiles;
import laurel.TickingClock;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** An export has what the API shows of a participant with data in every section, and nothing of others for a player. */
class ExportContentTest {
    private static final Schema SCHEMA = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
            .getSchema(ProjectFiles.text(Path.of("src/docs/schemas/participant_export.json")), InputFormat.JSON);

    private static final String GRAPHQL = """
            {
              participant(ref: {external: {externalId: "ann"}}) {
                id entityType externalId name pseudonym imageUrl metadata timeZone group createdAt
                activityEvents { nodes {
                  id externalId eventType value timeZone occurredAt receivedAt metadata muted
                  actor { entityType externalId } peer { entityType externalId } winner { entityType externalId } group } }
                badgeAwards(includeRevoked: true) { nodes {
                  id badge { key } period day reason awardedAt revokedAt revokeReason revokedByCorrection } }
                streak(key: "days") {
                  currentLength longestLength lastActiveDate startDate activeToday frozenDates
                  runs { nodes { startDate endDate length } } }
                dailyTallies(startDate: "2025-07-10", endDate: "2025-07-20") {
                  date lines { eventType role eventCount valueSum peerCount } }
                dayScores(scoringPolicyKey: "social", startDate: "2025-07-10", endDate: "2025-07-20") {
                  date pillars { name score submittedScore } }
                standings(filter: {leaderboardKeys: ["arena"]}, first: 100) { nodes {
                  score subscore achievedAt metadata ranking { window { name kind } group { values } } } }
              }
              submissions(filter: {participant: {external: {externalId: "ann"}}, leaderboardKey: "arena"}, first: 100) {
                nodes { status score subscore group achievedAt receivedAt metadata idempotencyKey removedAt removalReason
                  quarantine { reasons decision decidedAt decidedBy decisionReason } } }
              participantRestrictions(filter: {participant: {external: {externalId: "ann"}}}) {
                nodes { id kind leaderboard { key } reason createdAt createdBy expiresAt endedAt endedBy } }
            }
            """;

    private static final TickingClock CLOCK = new TickingClock(Instant.parse("2025-07-13T14:30:00Z"));
    private static LaurelServer server;
    private static ExportClient exports;
    private static Answer graphQL;
    private static Answer export;

    @BeforeAll
    static void start() {
        server = LaurelServer.start(CLOCK);
        exports = new ExportClient(server, "default");
        new ExportedParticipant(server, CLOCK).create();
        graphQL = server.client().ask(GRAPHQL).node("data");
        export = exports.export(ExportClient.ANN, LaurelServer.KEY);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void isValidBySchema() {
        String admin = exports.get(ExportClient.ANN, LaurelServer.KEY).body();
        String player =
                exports.get(ExportClient.ANN, ExportClient.token(server, "ann")).body();
        for (String document : List.of(admin, player)) {
            assertThat(SCHEMA.validate(document, InputFormat.JSON)).as(document).isEmpty();
        }
        assertThat(SCHEMA.validate(admin.replace("\"formatVersion\":1", "\"formatVersion\":2"), InputFormat.JSON))
                .isNotEmpty();
    }

    @Test
    void hasRowsInEverySection() {
        Map<?, ?> document = (Map<?, ?>) requireNonNull(export.json());
        assertThat(document.entrySet())
                .filteredOn(section -> section.getValue() instanceof List<?> rows && rows.isEmpty())
                .isEmpty();
        assertThat(List.copyOf(document.keySet()).toString())
                .contains("auditRecords", "withheldEntries", "finalStandings");
        assertThat(document.get("exportedAt")).isEqualTo("2025-07-15T12:01:00Z");
    }

    @Test
    void showsParticipantAsApi() {
        Answer participant = graphQL.node("participant");
        assertThat(fields(export.node("participant"), Set.of("groupSetAt")))
                .isEqualTo(Map.of(
                        "id",
                        participant.text("id"),
                        "entityType",
                        "ACCOUNT",
                        "externalId",
                        "ann",
                        "name",
                        "Ann",
                        "pseudonym",
                        "Comet",
                        "timeZone",
                        "Europe/Paris",
                        "metadata",
                        Map.of("level", 7, "note", "é"),
                        "group",
                        Map.of("team", "red"),
                        "createdAt",
                        participant.text("createdAt")));
    }

    @Test
    void showsSubmissionsAsApi() {
        assertThat(export.list("submissions").stream()
                        .filter(row -> row.text("leaderboardKey").equals("arena"))
                        .map(row -> fields(row, Set.of("leaderboardKey", "carriedFromWindowName"))))
                .containsExactlyElementsOf(graphQL.list("submissions", "nodes").reversed().stream()
                        .map(ExportContentTest::submission)
                        .toList());
    }

    /** With the fields of its quarantine. */
    private static Map<String, @Nullable Object> submission(Answer node) {
        Map<String, @Nullable Object> fields = fields(node, Set.of("quarantine"));
        if (node.at("quarantine") != null) {
            fields.putAll(fields(node.node("quarantine"), Set.of("reasons")));
            fields.put("quarantineReasons", node.at("quarantine", "reasons"));
        }
        return fields;
    }

    @Test
    void showsEntriesAsApi() {
        List<String> nodes = graphQL.list("participant", "standings", "nodes").stream()
                .map(node -> node.text("ranking", "window", "name") + " " + node.text("score") + " "
                        + node.text("subscore") + " " + node.text("achievedAt"))
                .distinct()
                .toList();
        assertThat(export.list("entries").stream()
                        .filter(row -> row.text("leaderboardKey").equals("arena"))
                        .map(row -> row.text("windowName") + " " + row.text("score") + " " + row.text("subscore") + " "
                                + row.text("achievedAt"))
                        .distinct())
                .containsExactlyInAnyOrderElementsOf(nodes);
        assertThat(export.list("entries")).extracting(row -> row.at("group")).contains(Map.of(), Map.of("team", "red"));
        assertThat(export.list("withheldEntries"))
                .extracting(row -> row.text("leaderboardKey") + " " + row.text("score"))
                .containsExactly("quiet 5");
    }

    @Test
    void showsActivityAndDaysAsApi() {
        assertThat(export.list("activityEvents").stream()
                        .filter(row -> row.text("role").equals("ACTOR"))
                        .map(row -> fields(row, Set.of("role", "won"))))
                .containsExactlyElementsOf(graphQL.list("participant", "activityEvents", "nodes").reversed().stream()
                        .map(node -> fields(node, Set.of()))
                        .toList());
        assertThat(export.list("dailyTallies").stream()
                        .filter(row -> "FIXED".equals(row.at("dayRule", "kind")))
                        .map(row -> row.text("date")
                                + fields(row, Set.of("date", "dayRule")).entrySet()))
                .containsExactlyInAnyOrderElementsOf(graphQL.list("participant", "dailyTallies").stream()
                        .flatMap(day -> day.list("lines").stream()
                                .map(line -> day.text("date")
                                        + fields(line, Set.of()).entrySet()))
                        .toList());
        assertThat(export.list("dayScores").stream()
                        .map(row -> row.text("date") + " " + row.text("pillar") + " " + row.text("score") + " "
                                + row.text("submittedScore")))
                .isNotEmpty()
                .isSubsetOf(graphQL.list("participant", "dayScores").stream()
                        .flatMap(day -> day.list("pillars").stream()
                                .map(pillar -> day.text("date") + " " + pillar.text("name") + " " + pillar.text("score")
                                        + " " + pillar.text("submittedScore")))
                        .toList());
    }

    @Test
    void showsStreaksAndBadgesAsApi() {
        Answer days = graphQL.node("participant", "streak");
        Answer state = export.list("streaks").stream()
                .filter(row -> row.text("streakKey").equals("days"))
                .findFirst()
                .orElseThrow();
        for (String field : List.of("currentLength", "longestLength", "lastActiveDate", "startDate", "activeToday")) {
            assertThat(state.at(field)).as(field).isEqualTo(days.at(field));
        }
        assertThat(ofStreak("streakRuns").stream().map(row -> fields(row, Set.of("streakKey"))))
                .containsExactlyElementsOf(days.list("runs", "nodes").stream()
                        .map(run -> fields(run, Set.of()))
                        .toList());
        assertThat(ofStreak("streakFrozenDays"))
                .extracting(row -> row.at("date"))
                .isEqualTo(days.at("frozenDates"));
        assertThat(ofStreak("streakDays")).extracting(row -> row.at("date")).contains("2025-07-13", "2025-07-15");
        assertThat(export.list("badgeAwards").stream()
                        .map(row -> fields(row, Set.of("badgeKey", "windowName", "evidence"))))
                .containsExactlyElementsOf(graphQL.list("participant", "badgeAwards", "nodes").reversed().stream()
                        .map(node -> fields(node, Set.of("badge")))
                        .toList());
    }

    private static List<Answer> ofStreak(String section) {
        return export.list(section).stream()
                .filter(row -> row.text("streakKey").equals("days"))
                .toList();
    }

    @Test
    void showsRestrictionsRemovalsAndRecords() {
        assertThat(export.list("restrictions").stream().map(row -> fields(row, Set.of("leaderboardKey"))))
                .containsExactlyElementsOf(graphQL.list("participantRestrictions", "nodes").stream()
                        .map(node -> fields(node, Set.of("leaderboard")))
                        .toList());
        assertThat(export.list("entryRemovals"))
                .extracting(row -> row.text("windowName") + " " + row.text("reason"))
                .containsExactly("ALL-TIME r");
        assertThat(export.list("auditRecords"))
                .extracting(row -> row.text("action"))
                .containsExactly(
                        "createParticipant",
                        "setPseudonym",
                        "removeSubmission",
                        "rejectSubmission",
                        "removeEntry",
                        "restoreEntry",
                        "freezeStreak",
                        "awardBadge",
                        "hideParticipant",
                        // On a leaderboard that was deleted.
                        "banParticipant");
        assertThat(export.list("events"))
                .extracting(row -> row.text("eventType"))
                .contains("ENTRY_ADDED", "BADGE_AWARDED");
    }

    @Test
    void showsPlayerNothingOfOthers() {
        String document =
                exports.get(ExportClient.ANN, ExportClient.token(server, "ann")).body();
        assertThat(document).doesNotContain("bob", "cho", "Tokyo", "auditRecords", "configured key");
        Answer player = ExportClient.parsed(document);
        assertThat(player.list("activityEvents"))
                .extracting(row -> row.text("role") + " " + row.at("won") + " " + row.at("metadata"))
                .containsExactly("ACTOR true {secretOf=ann}", "PEER null null", "ACTOR null {}");
        assertThat(player.list("restrictions"))
                .extracting(row -> row.text("kind") + " " + row.at("createdBy") + " " + row.at("reason"))
                .containsExactly("HIDE null null");
    }

    /** The fields with a value. */
    private static Map<String, @Nullable Object> fields(Answer row, Set<String> without) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        ((Map<?, ?>) requireNonNull(row.json())).forEach((name, value) -> {
            if (value != null && !without.contains(name.toString())) {
                fields.put(name.toString(), value);
            }
        });
        return fields;
    }
}
