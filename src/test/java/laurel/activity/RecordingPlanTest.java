package laurel.activity;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.database.Explained;
import laurel.database.Statements;
import laurel.database.Statements.Executed;
import laurel.database.sql.Sql;
import laurel.participant.ExternalParticipantId;
import laurel.participant.ParticipantInput;
import laurel.request.AppSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Recording events looks up their participants by index, also those that may have been erased in the meantime. */
class RecordingPlanTest {
    private static final Instant NOON = Instant.parse("2025-07-15T12:00:00Z");

    private static LaurelServer server;
    private static Sql sql;
    private static List<Executed> executed;

    @BeforeAll
    static void record() {
        server = LaurelServer.start(new TickingClock(NOON));
        sql = server.bean(Sql.class);
        sql.of("INSERT INTO participant (app_id, entity_type, external_id, created_at)"
                        + " SELECT :app, 'ACCOUNT', n::text, :now FROM generate_series(1, 1000) AS n")
                .bind("app", AppSource.DEFAULT_APP)
                .bind("now", NOON)
                .execute();
        // The statistics say that none is erased.
        sql.execute("ANALYZE participant");
        List<CheckedActivity> events =
                IntStream.rangeClosed(1, 100).mapToObj(RecordingPlanTest::event).toList();
        try (Statements recorded = Statements.of(sql)) {
            server.bean(ActivityRecorder.class).record(AppSource.DEFAULT_APP, events, false);
            executed = recorded.take();
        }
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static CheckedActivity event(int number) {
        var sent = new ActivityEventInput(
                "event " + number,
                "message",
                participant(number),
                participant(number + 100),
                null,
                null,
                Map.of(),
                null,
                null,
                null,
                null);
        return CheckedActivity.check(sent, NOON, Duration.ofDays(400));
    }

    private static ParticipantInput participant(int number) {
        var ref = new ExternalParticipantId("ACCOUNT", Integer.toString(number));
        return new ParticipantInput(ref, null, null, null, null);
    }

    @Test
    void looksUpParticipantsByExternalId() {
        assertThat(scans("FROM unnest(:refs.entityType, :refs.externalId)"))
                .isNotEmpty()
                .allSatisfy(scan ->
                        assertThat(String.valueOf(scan.get("Index Cond"))).contains("external_id = "));
    }

    @Test
    void looksUpErasedParticipantsOnceInTheirIndex() {
        assertThat(scans("INSERT INTO activity_event")).singleElement().satisfies(scan -> {
            assertThat(String.valueOf(scan.get("Index Name"))).isEqualTo("participant_erased");
            assertThat(String.valueOf(scan.get("Subplan Name"))).startsWith("InitPlan");
        });
    }

    /** The scans of participants by the statement with this text, planned like in a session of the pool. */
    private static List<Map<?, ?>> scans(String text) {
        Executed statement = executed.stream()
                .filter(one -> one.named().contains(text))
                .findFirst()
                .orElseThrow();
        List<Map<?, ?>> nodes = sql.inTransaction(() -> Explained.nodes(statement
                .again(sql, "EXPLAIN (FORMAT JSON) " + statement.named())
                .one(String.class)));
        return nodes.stream()
                .filter(node -> "participant".equals(node.get("Relation Name")))
                .toList();
    }
}
