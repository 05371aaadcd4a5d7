package laurel.audit;

import static org.assertj.core.api.Assertions.assertThat;

import graphql.schema.GraphQLFieldDefinition;
import graphql.schema.GraphQLSchema;
import io.micronaut.core.annotation.Introspected;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.ProjectFiles;
import laurel.TickingClock;
import laurel.database.sql.Sql;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Each mutation of the schema either leaves a record, or records facts, which the audit leaves out. */
class AuditedMutationsTest {
    private static final Path FILE = Path.of("src/test/resources/audited-mutations.txt");

    /** Mutations that record facts, with an input. */
    private static final Map<String, String> FACTS = Map.of(
            "createPlayerToken", "{participant: {externalId: \"ada\"}}",
            "submitScore", "{leaderboardKey: \"steps\", participant: {externalId: \"ada\"}, score: 1}",
            "submitScores",
                    "{items: [{leaderboardKey: \"steps\", participant: {externalId: \"ben\", name: \"Ben\"}, score: 2}]}",
            "submitFeedEvents",
                    "{items: [{externalId: \"1\", feedKind: SCORE, leaderboardKey: \"steps\", participant: {externalId: \"cy\"},"
                            + " score: 3}]}",
            "recordActivity",
                    "{externalId: \"e1\", eventType: \"walk\", actor: {externalId: \"ada\"}, occurredAt: \"2025-07-13T14:00:00Z\"}",
            "recordActivities",
                    "{items: [{externalId: \"e2\", eventType: \"walk\", actor: {externalId: \"dee\"},"
                            + " occurredAt: \"2025-07-13T14:00:00Z\"}]}");

    private static final String DEAD_LETTER = """
            INSERT INTO dead_letter (app_id, stream, entry_id, fields, reason, failed_at)
            VALUES (1, 'scores', '1-1', '{"score": "1"}', 'no score', '2025-07-13T14:00:00Z')
            """;

    /** Tables of the types in the file. */
    private static final Map<String, String> TABLES = Map.of(
            "ScoreSubmission", "score_submission",
            "Job", "job",
            "BadgeAward", "badge_award",
            "Webhook", "webhook",
            "ApiKey", "apikey",
            "DeadLetter", "dead_letter");

    private static final Pattern ID = Pattern.compile("ID\\((\\w+)\\)");

    private static LaurelServer server;
    private static Sql sql;

    /** What a record says about an act. */
    @Introspected
    record Recorded(String action, String actor, String role, Instant recordedAt) {}

    @BeforeAll
    static void start() {
        server = LaurelServer.start(new TickingClock(Instant.parse("2025-07-13T14:30:00Z")));
        sql = server.bean(Sql.class);
        change("createLeaderboard", "{key: \"steps\", updateMode: INCREMENT, windowDefinitions: [{kind: DAILY}]}");
        change("createLeaderboard", "{key: \"arena\", windowDefinitions: [{kind: SEASON}]}");
        change("submitScore", Objects.requireNonNull(FACTS.get("submitScore")));
        change("createLeaderboard", "{key: \"capped\", updateMode: INCREMENT, maxStep: 10}");
        change("submitScore", "{leaderboardKey: \"capped\", participant: {externalId: \"ada\"}, score: 100}");
        sql.execute(DEAD_LETTER);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static Stream<List<String>> audited() {
        return ProjectFiles.text(FILE)
                .lines()
                .filter(line -> !line.startsWith("#"))
                .map(line -> List.of(line.split(" ", 2)));
    }

    @Test
    void listsEachMutationOfTheSchema() {
        List<GraphQLFieldDefinition> mutations =
                server.bean(GraphQLSchema.class).getMutationType().getFieldDefinitions();
        assertThat(mutations.stream().map(GraphQLFieldDefinition::getName))
                .as("Add new mutations to %s, or to the facts of this test", FILE)
                .containsExactlyInAnyOrderElementsOf(
                        Stream.concat(audited().map(List::getFirst), FACTS.keySet().stream())
                                .distinct()
                                .toList());
    }

    @TestFactory
    Stream<DynamicTest> recordsEachAct() {
        return audited()
                .map(line -> DynamicTest.dynamicTest(line.getFirst(), () -> assertThat(
                                Set.copyOf(recordedBy(line.getFirst(), line.getLast())))
                        .containsExactly(new Recorded(
                                line.getFirst(), "configured key 1", "ADMIN", Instant.parse("2025-07-13T14:30:00Z")))));
    }

    @TestFactory
    Stream<DynamicTest> doesNotRecordFacts() {
        return FACTS.entrySet().stream()
                .map(fact -> DynamicTest.dynamicTest(
                        fact.getKey(), () -> assertThat(recordedBy(fact.getKey(), fact.getValue()))
                                .isEmpty()));
    }

    private static List<Recorded> recordedBy(String mutation, String input) {
        long before = sql.of("SELECT coalesce(max(id), 0) FROM audit_record").one(Long.class);
        change(mutation, input);
        return sql.of("SELECT action, actor, role, recorded_at FROM audit_record WHERE id > :before")
                .bind("before", before)
                .list(Recorded.class);
    }

    private static void change(String mutation, String input) {
        String document = "mutation { %s(input: %s) { errors { code message path } } }"
                .formatted(mutation, ID.matcher(input).replaceAll(found -> id(found.group(1))));
        Answer answer = server.client().ask(document);
        assertThat(answer.list("data", mutation, "errors")).as(document).isEmpty();
    }

    private static String id(String type) {
        if (type.equals("Season")) {
            return server.client()
                    .ask("{ leaderboard(key: \"arena\") { seasons(first: 1) { nodes { id } } } }")
                    .text("data", "leaderboard", "seasons", "nodes", 0, "id");
        }
        return server.id(
                type, 0, sql.of("SELECT max(id) FROM " + TABLES.get(type)).one(Long.class));
    }
}
