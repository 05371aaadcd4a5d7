package laurel.lifecycle;

import java.sql.PreparedStatement;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Predicate;
import laurel.database.sql.Sql;
import laurel.database.sql.Statement;
import laurel.database.sql.StatementWatcher;
import org.jspecify.annotations.Nullable;

/** Simulates the death of a node just before or after a statement: uncommitted changes are lost. */
final class SimulatedCrash implements AutoCloseable {
    private final Sql sql;
    private @Nullable Predicate<String> crashPoint;
    private int steps;

    SimulatedCrash(Sql sql) {
        this.sql = sql;
        sql.watch(new StatementWatcher() {
            @Override
            public void beforeExecution(Statement statement, PreparedStatement prepared) {
                step("before " + statement.text());
            }

            @Override
            public void afterExecution(Statement statement) {
                step("after " + statement.text());
            }
        });
    }

    /** Not caught by {@code catch (RuntimeException e)}. */
    private static final class CrashError extends Error {
        private static final long serialVersionUID = 1;
    }

    private void step(String step) {
        if (crashPoint != null && crashPoint.test(step)) {
            throw new CrashError();
        }
    }

    /** Runs a task that dies at its n-th step, from 0; a statement has two steps. Returns whether it died. */
    boolean crashed(int step, Runnable task) {
        steps = 0;
        return crashed(any -> steps++ == step, task);
    }

    /** Repeats a task that dies once before and once after each of its statements. Returns how often it died. */
    int crashAtEachStep(Runnable task) {
        Set<String> reached = new HashSet<>();
        while (crashed(reached::add, task)) {
            // The next attempt continues.
        }
        return reached.size();
    }

    private boolean crashed(Predicate<String> at, Runnable task) {
        crashPoint = at;
        try {
            task.run();
            return false;
        } catch (CrashError e) {
            return true;
        } finally {
            crashPoint = null;
        }
    }

    @Override
    public void close() {
        sql.watch(StatementWatcher.NONE);
    }
}
