package laurel.database.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micronaut.data.exceptions.DataAccessException;
import jakarta.inject.Inject;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import laurel.LaurelTest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@LaurelTest
class PipelineTest {
    private static final String FAILING = "SELECT 1 / 0";

    @Inject
    Sql sql;

    private final AtomicInteger roundTrips = new AtomicInteger();

    @BeforeEach
    void watch() {
        Thread test = Thread.currentThread();
        sql.watch(new StatementWatcher() {
            @Override
            public void afterRoundTrip() {
                if (Thread.currentThread() == test) {
                    roundTrips.incrementAndGet();
                }
            }
        });
    }

    @AfterEach
    void unwatch() {
        sql.watch(StatementWatcher.NONE);
    }

    private Supplier<List<Integer>> later(int number) {
        return sql.of("SELECT :n::integer").bind("n", number).listLater(Integer.class);
    }

    private Supplier<List<Integer>> later(int size, int number) {
        return sql.of("SELECT count(*)::integer + :n::integer FROM unnest(:numbers) AS n")
                .bind("n", number)
                .bindEach("numbers", Integer.class, Collections.nCopies(size, 1))
                .listLater(Integer.class);
    }

    @Test
    void sendsStatementsTogetherWhenOneResultIsNeeded() {
        List<Integer> results = sql.inTransaction(() -> {
            Supplier<List<Integer>> first = later(1);
            Supplier<List<Integer>> second = later(2);
            assertThat(roundTrips).hasValue(0);
            return List.of(
                    sql.of("SELECT 3").one(Integer.class),
                    second.get().getFirst(),
                    first.get().getFirst());
        });
        assertThat(results).containsExactly(3, 2, 1);
        assertThat(roundTrips).hasValue(1);
    }

    @Test
    void sendsStatementsBeforeTheCommit() {
        Supplier<List<Integer>> result = sql.inTransaction(() -> later(1));
        assertThat(roundTrips).hasValue(1);
        assertThat(result.get()).containsExactly(1);
    }

    @Test
    void runsStatementsAtOnceWithoutATransaction() {
        Supplier<List<Integer>> result = later(1);
        assertThat(roundTrips).hasValue(1);
        assertThat(result.get()).containsExactly(1);
    }

    @Test
    void throwsFailureFromTheNextStatement() {
        assertThatThrownBy(() -> sql.useTransaction(() -> {
                    sql.of(FAILING).executeLater();
                    var unused = later(1).get();
                }))
                .isInstanceOf(DataAccessException.class)
                .hasMessageContaining("division by zero");
    }

    @Test
    void throwsFailureBeforeTheCommit() {
        assertThatThrownBy(() -> sql.useTransaction(() -> sql.of(FAILING).executeLater()))
                .isInstanceOf(DataAccessException.class)
                .hasMessageContaining("division by zero");
    }

    /** Otherwise driver and server could wait for each other. */
    @Test
    void sendsOnlyOneLargeArrayInARoundTrip() {
        List<Integer> counts = sql.inTransaction(() -> {
            Supplier<List<Integer>> first = later(501, 0);
            Supplier<List<Integer>> small = later(500, 0);
            assertThat(roundTrips).hasValue(0);
            Supplier<List<Integer>> second = later(501, 1);
            assertThat(roundTrips).hasValue(1);
            return List.of(
                    first.get().getFirst(), small.get().getFirst(), second.get().getFirst());
        });
        assertThat(counts).containsExactly(501, 500, 502);
        assertThat(roundTrips).hasValue(2);
    }

    @Test
    void runsStatementsOfANestedTransactionAlone() {
        int nested = sql.inTransaction(() -> {
            later(1);
            int result = sql.inTransaction(() -> later(2).get().getFirst());
            assertThat(roundTrips).hasValue(1);
            return result;
        });
        assertThat(nested).isEqualTo(2);
        assertThat(roundTrips).hasValue(2);
    }
}
