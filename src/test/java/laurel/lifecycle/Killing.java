package laurel.lifecycle;

import java.sql.PreparedStatement;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Predicate;
import laurel.database.sql.Sql;
import laurel.database.sql.Statement;
import org.jspecify.annotations.Nullable;

/** Lets a node die just before or after a statement: what was not committed is lost. */
final class Killing implements AutoCloseable {
    private final Sql sql;
    private @Nullable Predicate<String> deadly;
    private int steps;

    Killing(Sql sql) {
        this.sql = sql;
        sql.watch(new Sql.Watcher() {
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

    /** No {@code catch (RuntimeException e)} goes on after it. */
    private static final class Death extends Error {
        private static final long serialVersionUID = 1;
    }

    private void step(String step) {
        if (deadly != null && deadly.test(step)) {
            throw new Death();
        }
    }

    /** Whether the task dies at its n-th step, from 0; a statement is two. */
    boolean killed(int step, Runnable task) {
        steps = 0;
        return killed(any -> steps++ == step, task);
    }

    /** Does the task again and again; it dies once before and once after each of its statements. How often it did. */
    int everywhere(Runnable task) {
        Set<String> died = new HashSet<>();
        while (killed(died::add, task)) {
            // The next one goes on.
        }
        return died.size();
    }

    private boolean killed(Predicate<String> at, Runnable task) {
        deadly = at;
        try {
            task.run();
            return false;
        } catch (Death e) {
            return true;
        } finally {
            deadly = null;
        }
    }

    @Override
    public void close() {
        sql.watch(Sql.Watcher.NONE);
    }
}
