package laurel.database.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import laurel.database.OpenTransaction;
import laurel.database.TestDatabase;
import laurel.database.sql.Sql;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Drops partitions after a node failed while it detached one. */
class PartitionsTest {
    private TestDatabase database;
    private Sql sql;

    @BeforeEach
    void createPartitions() {
        database = TestDatabase.fresh();
        sql = database.sql();
        sql.useConnected(() -> {
            sql.execute("CREATE TABLE part (n integer) PARTITION BY LIST (n)");
            sql.execute("CREATE TABLE part_1 PARTITION OF part FOR VALUES IN (1)");
            sql.execute("CREATE TABLE part_2 PARTITION OF part FOR VALUES IN (2)");
        });
    }

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void dropsAPartitionWhileAnotherIsHalfDetached() {
        halfDetach("part_2");
        database.sql().useConnected(() -> Partitions.drop(sql, "part", "part_1"));
        assertThat(exists("part_1")).isFalse();
        assertThat(exists("part_2")).isTrue();
        database.sql().useConnected(() -> Partitions.drop(sql, "part", "part_2"));
        assertThat(exists("part_2")).isFalse();
    }

    @Test
    void dropsHalfDetachedAndDetachedPartitions() {
        halfDetach("part_1");
        database.sql().useConnected(() -> {
            Partitions.drop(sql, "part", "part_1");
            sql.execute("ALTER TABLE part DETACH PARTITION part_2");
            Partitions.drop(sql, "part", "part_2");
            Partitions.drop(sql, "part", "part_2");
        });
        assertThat(exists("part_1")).isFalse();
        assertThat(exists("part_2")).isFalse();
    }

    private boolean exists(String table) {
        return sql.of("SELECT to_regclass(:table) IS NOT NULL")
                .bind("table", table)
                .one(Boolean.class);
    }

    /** Leaves a partition in the state after a node failed while it waited for a reader. */
    private void halfDetach(String partition) {
        try (OpenTransaction reader = database.transaction()) {
            reader.execute("SELECT count(*) FROM part");
            assertThatThrownBy(() -> sql.useConnected(() -> {
                        sql.execute("SET lock_timeout = '50ms'");
                        sql.execute("ALTER TABLE part DETACH PARTITION " + partition + " CONCURRENTLY");
                    }))
                    .hasMessageContaining("lock timeout");
            reader.commit();
        }
    }
}
