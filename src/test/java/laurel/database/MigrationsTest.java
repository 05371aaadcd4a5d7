package laurel.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import laurel.CannotStartException;
import laurel.database.connection.KeepAliveSockets;
import laurel.database.connection.Login;
import org.junit.jupiter.api.Test;

class MigrationsTest {

    @Test
    void changesNothingInASecondMigration() {
        try (var database = TestDatabase.fresh()) {
            assertThat(TestDatabase.migrate(database.login())).isZero();
        }
    }

    @Test
    void noticesThatTheHostOfTheDatabaseHasDisappeared() {
        var login = new Login("jdbc:postgresql://localhost/laurel", null, null);
        assertThat(new Migrations(login).flyway().getConfiguration().getJdbcProperties())
                .containsAllEntriesOf(KeepAliveSockets.DRIVER);
    }

    @Test
    void rejectsSchemaOfNewerBuild() {
        try (var database = TestDatabase.fresh()) {
            String newer = "INSERT INTO flyway_schema_history SELECT 1000 + installed_rank, '999', 'newer', type,"
                    + " 'V999__newer.sql', 1, installed_by, installed_on, 1, true"
                    + " FROM flyway_schema_history WHERE version = '01'";
            database.sql().execute(newer);
            assertThatThrownBy(() -> TestDatabase.migrate(database.login()))
                    .isInstanceOf(CannotStartException.class)
                    .hasMessageContaining("was migrated by another build of Laurel: ")
                    .hasMessageContaining("999");
        }
    }

    @Test
    void leavesFunctionsOfNewerBuild() {
        try (var database = TestDatabase.fresh()) {
            database.sql()
                    .execute("UPDATE flyway_schema_history SET checksum = 42"
                            + " WHERE version IS NULL AND description = 'streak'");
            assertThatThrownBy(() -> TestDatabase.migrate(database.login()))
                    .isInstanceOf(CannotStartException.class)
                    .hasMessageContaining("was migrated by a newer build of Laurel: its functions of \"streak\"");
            assertThat(checksums(database, "streak")).containsExactly(42);
        }
    }

    @Test
    void replacesFunctionsOfOlderBuild() {
        try (var database = TestDatabase.fresh()) {
            database.sql()
                    .execute("UPDATE flyway_schema_history SET checksum = 1095735939"
                            + " WHERE version IS NULL AND description = 'bound'");
            assertThat(TestDatabase.migrate(database.login())).isEqualTo(1);
        }
    }

    /** A change of a repeatable migration adds its checksum to the list; otherwise later builds refuse the database. */
    @Test
    void listsChecksumOfEachRepeatable() {
        try (var database = TestDatabase.fresh()) {
            assertThat(Repeatables.known()).isNotEmpty().allSatisfy((description, known) -> assertThat(known)
                    .containsAll(checksums(database, description)));
            assertThat(database.sql()
                            .of("SELECT description FROM flyway_schema_history WHERE version IS NULL")
                            .list(String.class))
                    .containsExactlyInAnyOrderElementsOf(Repeatables.known().keySet());
        }
    }

    private static List<Integer> checksums(TestDatabase database, String description) {
        return database.sql()
                .of("SELECT checksum FROM flyway_schema_history WHERE version IS NULL AND description = :description")
                .bind("description", description)
                .list(Integer.class);
    }

    @Test
    void migratesOnceWhenNodesStartTogether() throws Exception {
        try (var database = TestDatabase.blank();
                var nodes = Executors.newFixedThreadPool(4)) {
            Callable<Integer> node = () -> TestDatabase.migrate(database.login());
            int applied = 0;
            for (Future<Integer> done : nodes.invokeAll(List.of(node, node, node, node))) {
                applied += done.get();
            }
            String history = "SELECT count(*) FROM flyway_schema_history WHERE success";
            assertThat(database.sql().of(history).one(int.class)).isPositive().isEqualTo(applied);
        }
    }
}
