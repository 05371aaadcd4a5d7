package laurel.database;

import java.sql.ParameterMetaData;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import laurel.database.sql.Parameter;
import laurel.database.sql.Sql;
import laurel.database.sql.Statement;
import laurel.database.sql.StatementWatcher;

/** Records every statement that runs with {@link Sql}, until closed. */
public final class Statements implements AutoCloseable {
    private static final Pattern NO_PARAMETER_OR_PARAMETER = Pattern.compile("'[^']*'|\\?\\??");

    private final Sql sql;
    private final Queue<Executed> recorded = new ConcurrentLinkedQueue<>();

    private Statements(Sql sql) {
        this.sql = sql;
    }

    /**
     * A statement as it was executed.
     *
     * @param named    text with named parameters
     * @param numbered text with $1, $2 and so on, in PostgreSQL's form
     * @param types    PostgreSQL's types of the values
     */
    public record Executed(String named, Map<String, Parameter> values, String numbered, List<String> types) {
        /** Returns a statement with another text and the same values. */
        public Statement again(Sql on, String text) {
            Statement statement = on.of(text);
            values.forEach(statement::set);
            return statement;
        }
    }

    public static Statements of(Sql sql) {
        return of(sql, thread -> true);
    }

    /** Records only the statements of some threads. */
    public static Statements of(Sql sql, Predicate<Thread> recordedThreads) {
        Statements statements = new Statements(sql);
        sql.watch(new StatementWatcher() {
            @Override
            public void beforeExecution(Statement statement, PreparedStatement prepared) {
                if (recordedThreads.test(Thread.currentThread())) {
                    statements.recorded.add(record(statement, prepared));
                }
            }
        });
        return statements;
    }

    /** Returns the statements since the last call. */
    public List<Executed> take() {
        List<Executed> taken = List.copyOf(recorded);
        recorded.clear();
        return taken;
    }

    @Override
    public void close() {
        sql.watch(StatementWatcher.NONE);
    }

    private static Executed record(Statement statement, PreparedStatement prepared) {
        try {
            ParameterMetaData parameters = prepared.getParameterMetaData();
            List<String> types = new ArrayList<>();
            for (int n = 1; n <= parameters.getParameterCount(); n++) {
                types.add(parameters.getParameterTypeName(n));
            }
            return new Executed(
                    statement.text(),
                    statement.values(),
                    numbered(statement.parsed().sql()),
                    types);
        } catch (SQLException e) {
            throw new IllegalStateException(statement.text(), e);
        }
    }

    /** Question marks in quotes, and the two of jsonb's operator, are no parameters. */
    private static String numbered(String sql) {
        var number = new AtomicInteger();
        return NO_PARAMETER_OR_PARAMETER.matcher(sql).replaceAll(found -> switch (found.group()) {
            case "?" -> "\\$" + number.incrementAndGet();
            case "??" -> "?";
            default -> Matcher.quoteReplacement(found.group());
        });
    }
}
