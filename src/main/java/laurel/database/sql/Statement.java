package laurel.database.sql;

import io.micronaut.core.type.Argument;
import io.micronaut.data.exceptions.DataAccessException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** A statement with the values of its parameters, and the methods that run it. */
public final class Statement {
    /** Rows in memory when rows are read one by one. */
    private static final int FETCHED = 1_000;

    private final Sql sql;
    private final String text;
    private final Rows rows;
    private final Parameters parameters;
    private final ParsedStatement parsed;
    private final Map<String, Parameter> values = new HashMap<>();
    private int size;

    Statement(Sql sql, Rows rows, Parameters parameters, String text, ParsedStatement parsed) {
        this.sql = sql;
        this.text = text;
        this.rows = rows;
        this.parameters = parameters;
        this.parsed = parsed;
    }

    /**
     * Binds the parameters with this name, and with paths that begin with it, to a value of a type that {@link Parameters}
     * supports, or to null.
     */
    public Statement bind(String name, @Nullable Object value) {
        for (String parameter : parsed.byValue().getOrDefault(name, List.of())) {
            set(parameter, parameters.of(parameter, value));
        }
        return this;
    }

    public Statement set(String name, Parameter value) {
        values.put(name, value);
        return this;
    }

    /**
     * Binds the parameters with paths that begin with this name to arrays of properties: {@code :entries.score} to the scores of
     * entries. The name alone is the array of the elements.
     */
    public Statement bindEach(String name, Class<?> element, Collection<?> elements) {
        grow(elements.size());
        for (String parameter : parsed.byValue().getOrDefault(name, List.of())) {
            set(parameter, parameters.ofEach(element, parameter, elements));
        }
        return this;
    }

    /** Notes that a parameter is an array of this size. */
    void grow(int elements) {
        size = Math.max(size, elements);
    }

    /** Size of the largest array among the parameters. */
    int size() {
        return size;
    }

    /** Original text, with the names of parameters. */
    public String text() {
        return text;
    }

    public ParsedStatement parsed() {
        return parsed;
    }

    public Map<String, Parameter> values() {
        return Map.copyOf(values);
    }

    /** Runs the statement, and returns the number of changed rows; 0 if it returns rows, which are not read. */
    public int execute() {
        return run(Statement::count);
    }

    /**
     * Runs the statement together with the next ones of the transaction, in one round trip ({@link Pipeline}), and returns the
     * number of changed rows. If it fails, a later statement or the commit throws the exception. Without a transaction, runs it
     * now.
     */
    public Supplier<Integer> executeLater() {
        return later(Statement::count);
    }

    /** Returns all rows: as records of this type, or as values if the rows have one column. */
    public <T> List<T> list(Class<T> row) {
        return list(Argument.of(row));
    }

    /** Like {@link #list(Class)}, for records with type variables. */
    public <T> List<T> list(Argument<T> row) {
        return run(reader(row));
    }

    /** Like {@link #list(Class)}, but runs the statement when the rows are needed, as {@link #executeLater} does. */
    public <T> Supplier<List<T>> listLater(Class<T> row) {
        return listLater(Argument.of(row));
    }

    <T> Supplier<List<T>> listLater(Argument<T> row) {
        return later(reader(row));
    }

    /** Returns the only row. Fails if there are no rows or more than one. */
    public <T> T one(Class<T> row) {
        return find(row).orElseThrow(() -> new IllegalStateException("a statement returned no rows instead of 1"));
    }

    /** Returns the only row, or none. Fails if there is more than one. */
    public <T> Optional<T> find(Class<T> row) {
        List<T> all = list(row);
        if (all.size() > 1) {
            throw new IllegalStateException("a statement returned " + all.size() + " rows instead of at most 1");
        }
        return all.stream().findFirst();
    }

    /** Reads the rows one by one. In a transaction only some of them are in memory at a time. */
    public <T> void each(Class<T> row, Consumer<T> reader) {
        alone(FETCHED, (statement, rows) -> {
            read(statement, Argument.of(row), reader);
            return 0;
        });
    }

    private static int count(PreparedStatement statement, boolean rows) throws SQLException {
        return rows ? 0 : statement.getUpdateCount();
    }

    private <T> ResultReader<List<T>> reader(Argument<T> row) {
        return (statement, rows) -> {
            List<T> all = new ArrayList<>();
            read(statement, row, all::add);
            return all;
        };
    }

    private <T> void read(PreparedStatement statement, Argument<T> row, Consumer<T> reader) throws SQLException {
        try (ResultSet result = statement.getResultSet()) {
            if (result == null) {
                throw new IllegalStateException("a statement returned no rows, but a number: " + parsed.sql());
            }
            Rows.Reader<T> mapper = rows.reader(row, result.getMetaData());
            while (result.next()) {
                reader.accept(mapper.read(result));
            }
        }
    }

    private <R> R run(ResultReader<R> reader) {
        Pipeline pipeline = sql.pipeline();
        return pipeline == null ? alone(0, reader) : pipeline.add(this, reader).get();
    }

    private <R> Supplier<R> later(ResultReader<R> reader) {
        Pipeline pipeline = sql.pipeline();
        if (pipeline == null) {
            R result = alone(0, reader);
            return () -> result;
        }
        return pipeline.add(this, reader);
    }

    private <R> R alone(int held, ResultReader<R> reader) {
        return sql.attributed(
                parsed.sql(),
                () -> sql.connection(connection -> {
                    sql.send();
                    try (PreparedStatement statement = prepared(connection, held)) {
                        R result = reader.read(statement, statement.execute());
                        sql.watcher().afterExecution(this);
                        sql.watcher().afterRoundTrip();
                        return result;
                    } catch (SQLException e) {
                        throw failed(e);
                    }
                }));
    }

    /** @param held number of rows in memory at a time; 0 for all */
    private PreparedStatement prepared(Connection connection, int held) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(parsed.sql());
        statement.setFetchSize(held);
        set(statement, 1);
        sql.watcher().beforeExecution(this, statement);
        return statement;
    }

    /** Calls the watcher, with a prepared statement of its own, before this statement runs together with others. */
    void watch(Connection connection) throws SQLException {
        if (sql.watcher() != StatementWatcher.NONE) {
            prepared(connection, 0).close();
        }
    }

    /** Sets the parameters from a position, and returns the position after them. */
    int set(PreparedStatement statement, int from) throws SQLException {
        int position = from;
        for (String name : parsed.names()) {
            Parameter value = values.get(name);
            if (value == null) {
                throw new IllegalStateException("the parameter " + name + " has no value");
            }
            value.set(statement, position++);
        }
        return position;
    }

    /** The message has the statement without its values, which must not be logged. */
    private DataAccessException failed(SQLException failure) {
        return new DataAccessException(failure.getMessage() + " in " + parsed.sql(), failure);
    }

    /**
     * Streams the rows, in a transaction. The statement runs until the stream is closed; other statements may run meanwhile.
     *
     * @param held number of rows in memory at a time
     */
    public <T> Stream<T> stream(Class<T> row, int held) {
        return stream(columns -> rows.reader(Argument.of(row), columns), held);
    }

    /** Streams the rows, like {@link #stream(Class, int)}, as maps from the labels of columns to values, in this order. */
    public Stream<Map<String, @Nullable Object>> maps(int held) {
        return stream(NamedColumns::reader, held);
    }

    private interface ReaderOf<T> {
        Rows.Reader<T> columns(ResultSetMetaData columns) throws SQLException;
    }

    private <T> Stream<T> stream(ReaderOf<T> reader, int held) {
        sql.send();
        return sql.connection(connection -> {
            try {
                PreparedStatement statement = prepared(connection, held);
                ResultSet result = statement.executeQuery();
                Rows.Reader<T> rowReader = reader.columns(result.getMetaData());
                return StreamSupport.stream(spliterator(result, rowReader), false)
                        .onClose(() -> close(statement));
            } catch (SQLException e) {
                throw failed(e);
            }
        });
    }

    private <T> Spliterator<T> spliterator(ResultSet result, Rows.Reader<T> reader) {
        return new Spliterators.AbstractSpliterator<>(Long.MAX_VALUE, Spliterator.ORDERED) {
            @Override
            public boolean tryAdvance(Consumer<? super T> action) {
                try {
                    if (!result.next()) {
                        return false;
                    }
                    action.accept(reader.read(result));
                    return true;
                } catch (SQLException e) {
                    throw failed(e);
                }
            }
        };
    }

    private void close(PreparedStatement statement) {
        try {
            statement.close();
        } catch (SQLException e) {
            throw failed(e);
        }
    }
}
