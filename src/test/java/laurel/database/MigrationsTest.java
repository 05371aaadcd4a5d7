package laurel.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class MigrationsTest {

    @Test
    void migratingTwiceChangesNothing() {
        try (var database = TestDatabase.fresh()) {
            assertThat(Migrations.apply(database.login())).isZero();
        }
    }

    @Test
    void nodesThatStartTogetherMigrateOnce() throws Exception {
        try (var database = TestDatabase.blank();
                var nodes = Executors.newFixedThreadPool(4)) {
            Callable<Integer> node = () -> Migrations.apply(database.login());
            int applied = 0;
            for (Future<Integer> done : nodes.invokeAll(List.of(node, node, node, node))) {
                applied += done.get();
            }
            String history = "SELECT count(*) FROM flyway_schema_history WHERE success";
            assertThat(database.jdbi()
                            .<Integer, RuntimeException>withHandle(handle ->
                                    handle.createQuery(history).mapTo(int.class).one()))
                    .isPositive()
                    .isEqualTo(applied);
        }
    }
}
