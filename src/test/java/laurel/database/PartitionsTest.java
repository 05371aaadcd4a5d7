package laurel.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Dropping partitions after a node died while it detached one. */
class PartitionsTest {
    private TestDatabase database;
    private Jdbi jdbi;

    @BeforeEach
    void createPartitions() {
        database = TestDatabase.fresh();
        jdbi = database.jdbi();
        jdbi.useHandle(handle -> {
            handle.execute("CREATE TABLE part (n integer) PARTITION BY LIST (n)");
            handle.execute("CREATE TABLE part_1 PARTITION OF part FOR VALUES IN (1)");
            handle.execute("CREATE TABLE part_2 PARTITION OF part FOR VALUES IN (2)");
        });
    }

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void dropsAPartitionWhileAnotherIsHalfDetached() {
        halfDetach("part_2");
        jdbi.useHandle(session -> Partitions.drop(session, "part", "part_1"));
        assertThat(exists("part_1")).isFalse();
        assertThat(exists("part_2")).isTrue();
        jdbi.useHandle(session -> Partitions.drop(session, "part", "part_2"));
        assertThat(exists("part_2")).isFalse();
    }

    @Test
    void dropsWhatIsHalfDetachedAndWhatIsDetached() {
        halfDetach("part_1");
        jdbi.useHandle(session -> {
            Partitions.drop(session, "part", "part_1");
            session.execute("ALTER TABLE part DETACH PARTITION part_2");
            Partitions.drop(session, "part", "part_2");
            Partitions.drop(session, "part", "part_2");
        });
        assertThat(exists("part_1")).isFalse();
        assertThat(exists("part_2")).isFalse();
    }

    private boolean exists(String table) {
        return jdbi.withHandle(handle -> handle.createQuery("SELECT to_regclass(:table) IS NOT NULL")
                .bind("table", table)
                .mapTo(Boolean.class)
                .one());
    }

    /** Leaves a partition as a node does that dies while it waits for a reader. */
    private void halfDetach(String partition) {
        try (Handle reader = jdbi.open()) {
            reader.begin();
            reader.createQuery("SELECT count(*) FROM part").mapTo(Long.class).one();
            assertThatThrownBy(() -> jdbi.useHandle(handle -> {
                        handle.execute("SET lock_timeout = '50ms'");
                        handle.execute("ALTER TABLE part DETACH PARTITION " + partition + " CONCURRENTLY");
                    }))
                    .hasMessageContaining("lock timeout");
            reader.commit();
        }
    }
}
