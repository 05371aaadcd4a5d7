package laurel.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.database.Explained;
import laurel.database.Statements;
import laurel.database.Statements.Executed;
import laurel.database.sql.Act;
import laurel.database.sql.Sql;
import laurel.request.ListRequest;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Records in the database: when they are written, that they stay, how they are found, and when they are dropped. */
class AuditRecordRepositoryTest {
    private static final Instant NOW = Instant.parse("2025-07-13T14:30:00Z");
    private static final String RENAME = "UPDATE app SET name = :name WHERE id = 1";
    private static final AuditRecordFilter ALL = filter(null, null, null, null);

    private static LaurelServer server;
    private static Sql sql;
    private static AuditRecordRepository records;

    @BeforeAll
    static void start() {
        server = LaurelServer.start(new TickingClock(NOW), Map.of("laurel.audit.retention", "40d"));
        sql = server.bean(Sql.class);
        records = server.bean(AuditRecordRepository.class);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static AuditRecordFilter filter(
            @Nullable String actor, @Nullable String action, @Nullable String type, @Nullable String key) {
        return new AuditRecordFilter(actor, action, type, key, null, null, null);
    }

    private static Act act(String actor, Instant at) {
        return new Act(1, actor, "ADMIN", "updateApp", at);
    }

    private static int rename(String name) {
        return sql.of(RENAME).bind("name", name).execute();
    }

    private static List<AuditRecord> list(AuditRecordFilter filter) {
        return records.list(1, List.of(new ListRequest<>(filter, Long.MAX_VALUE, 1000))).values().stream()
                .flatMap(List::stream)
                .toList();
    }

    @Test
    void recordsStatementWithoutTransaction() {
        act("single", NOW).run(() -> rename("single statement"));
        assertThat(list(filter("single", null, null, null)))
                .extracting(AuditRecord::subjectKey)
                .containsExactly("default");
    }

    @Test
    void leavesNoRecordOfRolledBackTransaction() {
        assertThatThrownBy(() -> act("failing", NOW)
                        .run(() -> sql.inTransaction(() -> {
                            rename("rolled back");
                            assertThat(list(filter("failing", null, null, null)))
                                    .hasSize(1);
                            throw new IllegalStateException("failed");
                        })))
                .hasMessage("failed");
        assertThat(list(filter("failing", null, null, null))).isEmpty();
    }

    @Test
    void leavesNoRecordWithoutAnAct() {
        String count = "SELECT count(*) FROM audit_record";
        act("earlier", NOW).run(() -> rename("earlier"));
        int before = sql.of(count).one(Integer.class);
        rename("without an act");
        assertThat(sql.of(count).one(Integer.class)).isEqualTo(before);
    }

    @Test
    void rejectsChangesOfRecords() {
        act("lasting", NOW).run(() -> rename("lasting"));
        String month = sql.of("SELECT tableoid::regclass::text FROM audit_record LIMIT 1")
                .one(String.class);
        for (String change : List.of(
                "UPDATE audit_record SET actor = 'other'",
                "DELETE FROM audit_record",
                "DELETE FROM " + month,
                "TRUNCATE audit_record",
                "TRUNCATE " + month)) {
            assertThatThrownBy(() -> sql.execute(change))
                    .as(change)
                    .hasMessageContaining("records of the audit cannot be changed or deleted");
        }
    }

    @Test
    void dropsMonthsThatAreNotRetained() {
        AuditDropper dropper = server.bean(AuditDropper.class);
        act("old", NOW.minus(Duration.ofDays(75))).run(() -> rename("in April"));
        act("old", NOW.minus(Duration.ofDays(40))).run(() -> rename("in June"));
        dropper.openAhead(NOW);
        dropper.drop(NOW);
        assertThat(list(filter("old", null, null, null)))
                .extracting(AuditRecord::recordedAt)
                .containsExactly(NOW.minus(Duration.ofDays(40)));
        assertThat(sql.of("SELECT to_regclass('audit_record_24303') IS NULL").one(Boolean.class))
                .isTrue();
        assertThat(sql.of("SELECT to_regclass('audit_record_24305') IS NULL").one(Boolean.class))
                .isFalse();
    }

    @Test
    void limitsSizeOfRecords() {
        act("verbose", NOW).run(() -> rename("x".repeat(70_000)));
        AuditRecord record = list(filter("verbose", null, null, null)).getFirst();
        assertThat(String.valueOf(record.after()))
                .contains("\"name\": {\"omittedBytes\": 70002}", "\"key\": \"default\"");
        assertThat(record.heldBytes()).isLessThan(70_000);
    }

    @Test
    void readsEachFilterByItsIndexUpToTheLimit() {
        sql.useTransaction(() -> sql.execute("""
                INSERT INTO audit_record (id, app_id, recorded_at, actor, role, action, subject_type, subject_key, subject_id)
                SELECT (24306::bigint << 40) + 1000000 + n, 1 + n % 3, '2025-07-13T14:30:00Z', 'key ' || n % 20, 'ADMIN',
                       'action' || n % 30, 'Type' || n % 10, 'key' || n % 500, n % 500
                FROM generate_series(1, 20000) AS n
                """));
        sql.execute("ANALYZE audit_record");
        assertReads(ALL, "pkey");
        assertReads(filter("key 7", null, null, null), "actor");
        assertReads(filter(null, "action7", null, null), "action");
        assertReads(filter(null, null, "Type7", "key7"), "subject_key");
        assertReads(new AuditRecordFilter(null, null, "Type7", null, 7L, null, NOW.plusSeconds(1)), "subject_type");
    }

    private static void assertReads(AuditRecordFilter filter, String index) {
        List<Map<?, ?>> scans = plan(filter).stream()
                .filter(node -> String.valueOf(node.get("Relation Name")).startsWith("audit_record"))
                .toList();
        assertThat(scans).isNotEmpty().allSatisfy(scan -> {
            assertThat(String.valueOf(scan.get("Index Name"))).contains(index);
            assertThat(Double.parseDouble(String.valueOf(scan.get("Actual Rows"))))
                    .isLessThanOrEqualTo(21);
        });
    }

    private static List<Map<?, ?>> plan(AuditRecordFilter filter) {
        try (Statements statements = Statements.of(sql)) {
            records.list(1, List.of(new ListRequest<>(filter, Long.MAX_VALUE, 21)));
            Executed read = statements.take().getFirst();
            return Explained.nodes(read.again(sql, "EXPLAIN (ANALYZE, FORMAT JSON) " + read.named())
                    .one(String.class));
        }
    }
}
