package laurel.database.sql;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.micronaut.data.exceptions.DataAccessException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Statements of a transaction that wait to be sent. They are sent in one round trip to the database: when the result of one is
 * needed, when another statement runs, and before the commit. They run in their order, and each has its own snapshot, as if they
 * were sent one by one. So a statement may wait for a lock, and the next reads what the previous holder committed.
 *
 * <p>Used by one thread.
 */
final class Pipeline {
    /** Longest text of a round trip, in statements. The driver prepares each distinct text. */
    private static final int MAX_STATEMENTS = 16;

    /** Distinct sequences of statements whose text is kept. */
    private static final int MAX_TEXTS = 1_000;

    private static final Cache<List<ParsedStatement>, String> TEXTS =
            Caffeine.newBuilder().maximumSize(MAX_TEXTS).build();

    private final Sql sql;
    private final List<Queued<?>> queue = new ArrayList<>();

    Pipeline(Sql sql) {
        this.sql = sql;
    }

    /** A statement and its result, once it has run. */
    private final class Queued<R> implements Supplier<R> {
        private final Statement statement;
        private final Statement.Reader<R> reader;
        private boolean read;
        private @Nullable R result;

        Queued(Statement statement, Statement.Reader<R> reader) {
            this.statement = statement;
            this.reader = reader;
        }

        @Override
        @SuppressWarnings("NullAway") // The result has been read, and is null only if the reader returns null.
        public R get() {
            if (!read) {
                send();
            }
            if (!read) {
                throw new IllegalStateException("the statement was not run, because an earlier one failed");
            }
            return result;
        }

        void read(PreparedStatement results, boolean rows) throws SQLException {
            result = reader.read(results, rows);
            read = true;
            sql.watcher().afterExecution(statement);
        }
    }

    /** Adds a statement, and returns its result, which sends the statement if it still waits. */
    <R> Supplier<R> add(Statement statement, Statement.Reader<R> reader) {
        if (queue.size() == MAX_STATEMENTS) {
            send();
        }
        Queued<R> queued = new Queued<>(statement, reader);
        queue.add(queued);
        return queued;
    }

    /** Sends the statements that wait, and reads their results. After a failure none of them waits any more. */
    void send() {
        if (queue.isEmpty()) {
            return;
        }
        List<Queued<?>> sent = List.copyOf(queue);
        queue.clear();
        sql.connection(connection -> {
            send(connection, sent);
            return sent;
        });
    }

    private void send(Connection connection, List<Queued<?>> sent) {
        String text =
                TEXTS.get(sent.stream().map(queued -> queued.statement.parsed()).toList(), Pipeline::text);
        try (PreparedStatement prepared = connection.prepareStatement(text)) {
            int position = 1;
            for (Queued<?> queued : sent) {
                queued.statement.watch(connection);
                position = queued.statement.set(prepared, position);
            }
            boolean rows = prepared.execute();
            for (Queued<?> queued : sent) {
                queued.read(prepared, rows);
                rows = prepared.getMoreResults();
            }
            sql.watcher().afterRoundTrip();
        } catch (SQLException e) {
            throw new DataAccessException(e.getMessage() + " in " + text, e);
        }
    }

    private static String text(List<ParsedStatement> statements) {
        return statements.stream().map(ParsedStatement::sql).collect(Collectors.joining(";\n"));
    }
}
