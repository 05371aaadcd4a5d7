package laurel.database;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tables of partition retention get the names of their packages. */
class RetentionNamesMigrationTest {
    private static final String BEFORE = "44";

    private static TestDatabase database;

    @BeforeAll
    static void migrate() {
        database = TestDatabase.ofVersion(BEFORE);
        database.sql().execute("""
                CREATE TABLE outbox_20250713 PARTITION OF outbox FOR VALUES FROM ('2025-07-13 UTC') TO ('2025-07-14 UTC');
                CREATE TABLE outbox_20250714 PARTITION OF outbox FOR VALUES FROM ('2025-07-14 UTC') TO ('2025-07-15 UTC');
                INSERT INTO outbox (sequence, leaderboard_id, at) VALUES (nextval('outbox_sequence'), 1, '2025-07-14 12:00 UTC');
                ALTER TABLE outbox DETACH PARTITION outbox_20250713;
                INSERT INTO dropped_outbox (day, sequence, given_up_at) VALUES ('2025-07-13', 0, '2025-07-15 UTC');
                INSERT INTO dropped_month (month, given_up_at) VALUES (24300, '2025-07-15 UTC');
                """);
        database.migrate();
    }

    @AfterAll
    static void close() {
        database.close();
    }

    @Test
    void renamesAttachedAndDetachedPartitions() {
        assertThat(database.sql()
                        .of("SELECT relname FROM pg_class WHERE relname ~ 'outbox_[0-9]+$' ORDER BY relname")
                        .list(String.class))
                .containsExactly("change_outbox_20250713", "change_outbox_20250714");
    }

    @Test
    void keepsRows() {
        assertThat(one("SELECT count(*) FROM change_outbox_20250714 WHERE sequence = 1"))
                .isEqualTo(1);
        assertThat(one("SELECT count(*) FROM change_dropped_day WHERE retired_at IS NOT NULL"))
                .isEqualTo(1);
        assertThat(one("SELECT month FROM ledger_dropped_month")).isEqualTo(24300);
    }

    @Test
    void continuesSequence() {
        assertThat(one("SELECT nextval('change_outbox_sequence')")).isEqualTo(2);
    }

    private static long one(String query) {
        return database.sql().of(query).one(Long.class);
    }
}
