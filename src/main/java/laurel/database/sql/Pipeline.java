package laurel.database.sql;

import static java.util.Objects.requireNonNull;

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
    /**
     * Elements of an array from which a statement is large. Two large ones are sent one after the other: the driver reads results
     * only after it has sent all statements, so the server could wait for the driver to read the result of the first one, while
     * the driver waits for the server to read the second one.
     */
    private static final int LARGE = 500;

    /** Longest text of a round trip, in statements. The driver prepares each distinct text. */
    private static final int MAX_STATEMENTS = 16;

    private final Sql sql;
    private final Cache<List<ParsedStatement>, String> texts;
    private final List<Queued<?>> queue = new ArrayList<>();
    private boolean hasLarge;

    /** @param texts of sequences of statements ({@link #texts}) */
    Pipeline(Sql sql, Cache<List<ParsedStatement>, String> texts) {
        this.sql = sql;
        this.texts = texts;
    }

    /**
     * Caches the texts of sequences of statements.
     *
     * @param characters largest total length; each text has those of its statements in addition
     */
    static Cache<List<ParsedStatement>, String> texts(int characters) {
        return Caffeine.newBuilder()
                .maximumWeight(characters)
                .<List<ParsedStatement>, String>weigher((statements, text) -> 2 * text.length())
                .executor(Runnable::run)
                .build();
    }

    /** A statement and its result, once it has run. */
    private final class Queued<R> implements Supplier<R> {
        private @Nullable Statement statement;
        private @Nullable ResultReader<R> reader;
        private boolean read;
        private @Nullable R result;

        Queued(Statement statement, ResultReader<R> reader) {
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

        Statement statement() {
            return requireNonNull(statement);
        }

        void read(PreparedStatement results, boolean rows) throws SQLException {
            result = requireNonNull(reader).read(results, rows);
            read = true;
            sql.watcher().afterExecution(statement());
            // The result may be kept until the commit, and the values of the parameters can be large.
            statement = null;
            reader = null;
        }
    }

    /** Adds a statement, and returns its result, which sends the statement if it still waits. */
    <R> Supplier<R> add(Statement statement, ResultReader<R> reader) {
        boolean large = statement.size() > LARGE;
        if (queue.size() == MAX_STATEMENTS || (large && hasLarge)) {
            send();
        }
        hasLarge |= large;
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
        hasLarge = false;
        sql.connection(connection -> {
            send(connection, sent);
            return sent;
        });
    }

    private void send(Connection connection, List<Queued<?>> sent) {
        String text = texts.get(
                sent.stream().map(queued -> queued.statement().parsed()).toList(), Pipeline::text);
        try (PreparedStatement prepared = connection.prepareStatement(text)) {
            int position = 1;
            for (Queued<?> queued : sent) {
                queued.statement().watch(connection);
                position = queued.statement().set(prepared, position);
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
