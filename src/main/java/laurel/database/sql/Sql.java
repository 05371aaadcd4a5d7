package laurel.database.sql;

import com.github.benmanes.caffeine.cache.Cache;
import io.micronaut.core.type.Argument;
import io.micronaut.data.connection.ConnectionDefinition;
import io.micronaut.data.connection.ConnectionOperations;
import io.micronaut.data.connection.exceptions.ConnectionException;
import io.micronaut.data.exceptions.DataAccessException;
import io.micronaut.transaction.TransactionDefinition;
import io.micronaut.transaction.TransactionDefinition.Isolation;
import io.micronaut.transaction.TransactionDefinition.Propagation;
import io.micronaut.transaction.TransactionOperations;
import io.micronaut.transaction.TransactionStatus;
import io.micronaut.transaction.support.DefaultTransactionDefinition;
import io.micronaut.transaction.support.TransactionSynchronization;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs transactions, and statements that may be composed at run time, such as statements that name a partition. A statement
 * takes part in the transaction of its thread. Without a transaction it takes a connection from the pool.
 */
@Singleton
public final class Sql {
    /** Total length of the cached texts. Each is stored twice. */
    static final int PARSED_CHARACTERS = 8 << 20;

    private static final TransactionDefinition NEW = definition();
    private static final TransactionDefinition SNAPSHOT = snapshotDefinition();

    private final ConnectionOperations<Connection> connections;
    private final TransactionOperations<Connection> transactions;
    private final Rows rows;
    private final Parameters parameters;
    private volatile StatementWatcher watcher = StatementWatcher.NONE;
    /** The pipeline of this thread's transaction. */
    private final ThreadLocal<@Nullable Pipeline> pipeline = new ThreadLocal<>();
    /** Takes the result of the next statement of a repository in this thread. */
    private final ThreadLocal<@Nullable Deferred> deferred = new ThreadLocal<>();

    private final Cache<String, ParsedStatement> parsed = ParsedStatement.cache(PARSED_CHARACTERS);
    private final Cache<List<ParsedStatement>, String> texts = Pipeline.texts(PARSED_CHARACTERS);

    public Sql(
            ConnectionOperations<Connection> connections,
            TransactionOperations<Connection> transactions,
            Rows rows,
            Parameters parameters) {
        this.connections = connections;
        this.transactions = transactions;
        this.rows = rows;
        this.parameters = parameters;
    }

    private static DefaultTransactionDefinition definition() {
        return new DefaultTransactionDefinition(Propagation.REQUIRES_NEW);
    }

    private static TransactionDefinition snapshotDefinition() {
        DefaultTransactionDefinition definition = definition();
        definition.setIsolationLevel(Isolation.REPEATABLE_READ);
        return definition;
    }

    /** Replaces the watcher. */
    public void watch(StatementWatcher watcher) {
        this.watcher = watcher;
    }

    StatementWatcher watcher() {
        return watcher;
    }

    /** Returns a statement with named parameters: {@code :name}. */
    public Statement of(String text) {
        return new Statement(this, rows, parameters, text, parsed.get(text, ParsedStatement::of));
    }

    /** Runs a statement without parameters. */
    public void execute(String text) {
        of(text).execute();
    }

    /** Uses a connection. */
    @FunctionalInterface
    public interface Work<R> {
        R with(Connection connection) throws SQLException;
    }

    /** Uses the connection of this thread's transaction. Without a transaction, takes a connection from the pool. */
    public <R> R use(Work<R> work) {
        send();
        return connection(connection -> {
            try {
                return work.with(connection);
            } catch (SQLException e) {
                throw new DataAccessException(e.getMessage(), e);
            }
        });
    }

    <R> R connection(Function<Connection, R> work) {
        return connections.execute(ConnectionDefinition.DEFAULT, status -> work.apply(status.getConnection()));
    }

    /** Runs all statements of the work on one connection, without a transaction. */
    public <R> R connected(Supplier<R> work) {
        return connections.execute(ConnectionDefinition.REQUIRES_NEW, status -> with(null, work));
    }

    /** Runs all statements of the work on one connection, without a transaction. */
    public void useConnected(Runnable work) {
        connected(() -> {
            work.run();
            return true;
        });
    }

    /** Runs the work in a new transaction, which is rolled back if the work fails. */
    public <R> R inTransaction(Supplier<R> work) {
        return in(NEW, work);
    }

    /** Runs the work in a new transaction, which is rolled back if the work fails. */
    public void useTransaction(Runnable work) {
        in(NEW, () -> {
            work.run();
            return null;
        });
    }

    /** Runs the work in a new transaction with one snapshot for all statements (REPEATABLE READ). */
    public <R> R inSnapshot(Supplier<R> work) {
        return in(SNAPSHOT, work);
    }

    /** Runs the work in a new transaction with one snapshot for all statements (REPEATABLE READ). */
    public void useSnapshot(Runnable work) {
        in(SNAPSHOT, () -> {
            work.run();
            return null;
        });
    }

    private <R> R in(TransactionDefinition transaction, Supplier<R> work) {
        var failure = new AtomicReference<@Nullable RuntimeException>();
        try {
            return transactions.execute(transaction, status -> {
                try {
                    Pipeline statements = new Pipeline(this, texts);
                    return with(statements, () -> {
                        attribute();
                        R result = work.get();
                        statements.send();
                        return result;
                    });
                } catch (RuntimeException e) {
                    failure.set(e);
                    throw e;
                }
            });
        } catch (ConnectionException e) {
            // A dead connection cannot be reset. That failure would hide the reason why it is dead.
            RuntimeException cause = failure.get();
            throw cause == null ? e : cause;
        }
    }

    /** Runs work with the pipeline of a transaction; null without a transaction. */
    private <R> R with(@Nullable Pipeline current, Supplier<R> work) {
        Pipeline outer = pipeline.get();
        pipeline.set(current);
        try {
            return work.get();
        } finally {
            pipeline.set(outer);
        }
    }

    /** The pipeline of this thread's transaction. Null without a transaction. */
    @Nullable
    Pipeline pipeline() {
        return pipeline.get();
    }

    private static final class Deferred {
        @Nullable
        Supplier<? extends List<?>> rows;
    }

    /**
     * Runs the statement of a repository's method together with the next ones of the transaction, in one round trip ({@link
     * Pipeline}): when the returned rows are needed, when another statement runs, or before the commit. Without a transaction, runs
     * it now.
     *
     * @param method calls one method that returns a list
     */
    @SuppressWarnings("unchecked") // The method returns these rows.
    public <T> Supplier<List<T>> later(Supplier<List<T>> method) {
        Deferred request = new Deferred();
        deferred.set(request);
        try {
            var unused = method.get();
        } finally {
            deferred.remove();
        }
        if (request.rows == null) {
            throw new IllegalStateException("no method of a repository that returns a list was called");
        }
        return (Supplier<List<T>>) request.rows;
    }

    /** Returns the rows of a repository's statement; none yet if its caller wants them {@link #later}. */
    <T> List<T> rows(Statement statement, Argument<T> row) {
        Deferred request = deferred.get();
        if (request == null) {
            return statement.list(row);
        }
        deferred.remove();
        request.rows = statement.listLater(row);
        return List.of();
    }

    /** Sends the statements of this thread's transaction that wait ({@link Pipeline}). Fails if one of them fails. */
    public void send() {
        Pipeline waiting = pipeline.get();
        if (waiting != null) {
            waiting.send();
        }
    }

    /** Attributes the transaction to the act of this thread. */
    private void attribute() {
        Act act = Act.current();
        if (act != null) {
            of(Act.ATTRIBUTE).bind("act", act).executeLater();
        }
    }

    /** Runs a statement that writes and is part of an act in a transaction, which is attributed to the act. */
    <R> R attributed(String statement, Supplier<R> work) {
        return Act.current() == null
                        || !Act.mayWrite(statement)
                        || transactions.findTransactionStatus().isPresent()
                ? work.get()
                : inTransaction(work);
    }

    /** Runs an action as one of the last steps of the transaction of this thread. The commit fails if the action fails. */
    public void beforeCommit(Runnable action) {
        Pipeline statements = pipeline.get();
        current().registerSynchronization(new TransactionSynchronization() {
            @Override
            public void beforeCommit(boolean readOnly) {
                with(statements, () -> {
                    action.run();
                    send();
                    return true;
                });
            }
        });
    }

    /** Runs an action after the transaction of this thread has been committed. Does not run it after a rollback. */
    public void afterCommit(Runnable action) {
        current().registerSynchronization(new TransactionSynchronization() {
            @Override
            public void afterCommit() {
                action.run();
            }
        });
    }

    /** Marks the transaction of this thread for rollback. */
    public void rollback() {
        current().setRollbackOnly();
    }

    private TransactionStatus<?> current() {
        return transactions
                .findTransactionStatus()
                .orElseThrow(() -> new IllegalStateException("this thread has no transaction"));
    }
}
