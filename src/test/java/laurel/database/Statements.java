package laurel.database;

import java.sql.ParameterMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.argument.Argument;
import org.jdbi.v3.core.statement.SqlLogger;
import org.jdbi.v3.core.statement.StatementContext;

/** Notes every statement that goes through a Jdbi, until closed. */
public final class Statements implements AutoCloseable {
    private final Jdbi jdbi;
    private final Queue<Statement> noted = new ConcurrentLinkedQueue<>();

    private Statements(Jdbi jdbi) {
        this.jdbi = jdbi;
    }

    /**
     * A statement as it was executed.
     *
     * @param named   with names for values, as jdbi has it
     * @param numbered with $1, $2 and so on, as PostgreSQL has it
     * @param types   PostgreSQL's names of the values' types
     */
    public record Statement(String named, Map<String, Argument> values, String numbered, List<String> types) {}

    public static Statements of(Jdbi jdbi) {
        Statements statements = new Statements(jdbi);
        jdbi.setSqlLogger(new SqlLogger() {
            @Override
            public void logBeforeExecution(StatementContext context) {
                statements.noted.add(note(context));
            }
        });
        return statements;
    }

    /** Those executed so far, which are forgotten. */
    public List<Statement> take() {
        List<Statement> taken = List.copyOf(noted);
        noted.clear();
        return taken;
    }

    @Override
    public void close() {
        jdbi.setSqlLogger(SqlLogger.NOP_SQL_LOGGER);
    }

    @SuppressWarnings("removal") // There is no other way to what was bound, without which no plan can be asked for it.
    private static Statement note(StatementContext context) {
        Map<String, Argument> values = new HashMap<>();
        context.getParsedSql().getParameters().getParameterNames().forEach(name -> context.getBinding()
                .findForName(name, context)
                .ifPresent(value -> values.put(name, value)));
        try {
            ParameterMetaData parameters = context.getStatement().getParameterMetaData();
            List<String> types = new ArrayList<>();
            for (int n = 1; n <= parameters.getParameterCount(); n++) {
                types.add(parameters.getParameterTypeName(n));
            }
            return new Statement(
                    context.getRenderedSql(),
                    values,
                    numbered(context.getParsedSql().getSql()),
                    types);
        } catch (SQLException e) {
            throw new IllegalStateException(context.getRenderedSql(), e);
        }
    }

    /** None of our statements has a question mark in a text or uses jsonb's operator, which is written ??. */
    private static String numbered(String sql) {
        StringBuilder text = new StringBuilder();
        int n = 0;
        for (String part : sql.split("\\?", -1)) {
            text.append(n == 0 ? "" : "$" + n).append(part);
            n++;
        }
        return text.toString();
    }
}
