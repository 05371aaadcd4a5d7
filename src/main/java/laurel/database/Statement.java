package laurel.database;

import io.micronaut.data.exceptions.DataAccessException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** A statement, the values of its parameters, and what becomes of it. */
public final class Statement {
    /** Rows that are held when all are read one by one. */
    private static final int FETCHED = 1_000;

    private final Sql sql;
    private final String text;
    private final Rows rows;
    private final Parameters parameters;
    private final ParsedStatement parsed;
    private final Map<String, Parameter> values = new HashMap<>();

    Statement(Sql sql, Rows rows, Parameters parameters, String text, ParsedStatement parsed) {
        this.sql = sql;
        this.text = text;
        this.rows = rows;
        this.parameters = parameters;
        this.parsed = parsed;
    }

    /** Sets a parameter to a value of any type that {@link Parameters} knows, or to null. */
    public Statement bind(String name, @Nullable Object value) {
        return set(name, parameters.of(value));
    }

    Statement set(String name, Parameter value) {
        values.put(name, value);
        return this;
    }

    /**
     * Sets all parameters of this name to arrays of the parts that they name: {@code :entries.score} to the scores of entries. The
     * name alone is the array of the elements themselves.
     */
    public Statement bindEach(String name, Class<?> element, Collection<?> elements) {
        for (String parameter : parsed.names()) {
            if (parameter.equals(name) || parameter.startsWith(name + ".")) {
                set(parameter, parameters.ofEach(element, parameter).of(elements));
            }
        }
        return this;
    }

    /** As it was written, with the names of parameters. */
    public String text() {
        return text;
    }

    ParsedStatement parsed() {
        return parsed;
    }

    Map<String, Parameter> values() {
        return Map.copyOf(values);
    }

    /** Sets a parameter to an array; its elements may be null. */
    public Statement bindArray(String name, Class<?> element, Collection<?> array) {
        return bindArray(name, element, array.toArray());
    }

    /** Sets a parameter to an array; its elements may be null. */
    public Statement bindArray(String name, Class<?> element, @Nullable Object... array) {
        return set(name, parameters.ofEach(element, name).of(Arrays.asList(array)));
    }

    /** Runs the statement and returns how many rows it has changed; 0 if it gives rows, which are not read. */
    public int execute() {
        return run(statement -> statement.execute() ? 0 : statement.getUpdateCount());
    }

    /** All rows: as records of this type, or as values of it where the rows have one column. */
    public <T> List<T> list(Class<T> row) {
        return run(statement -> {
            List<T> all = new ArrayList<>();
            read(statement, row, all::add);
            return all;
        });
    }

    /** The only row; fails if there is another number of them. */
    public <T> T one(Class<T> row) {
        List<T> all = list(row);
        if (all.size() != 1) {
            throw new IllegalStateException("a statement gave " + all.size() + " rows instead of 1");
        }
        return all.getFirst();
    }

    /** The only row, or none; fails if there are more. */
    public <T> Optional<T> find(Class<T> row) {
        List<T> all = list(row);
        if (all.size() > 1) {
            throw new IllegalStateException("a statement gave " + all.size() + " rows instead of at most 1");
        }
        return all.stream().findFirst();
    }

    /** Reads the rows one by one, however many there are. Within a transaction only some of them are held at a time. */
    public <T> void each(Class<T> row, Consumer<T> reader) {
        run(statement -> {
            statement.setFetchSize(FETCHED);
            read(statement, row, reader);
            return 0;
        });
    }

    private <T> void read(PreparedStatement statement, Class<T> row, Consumer<T> reader) throws SQLException {
        try (ResultSet result = statement.executeQuery()) {
            Rows.Reader<T> mapper = rows.reader(row, result.getMetaData());
            while (result.next()) {
                reader.accept(mapper.read(result));
            }
        }
    }

    private interface Use<R> {
        R of(PreparedStatement statement) throws SQLException;
    }

    private <R> R run(Use<R> use) {
        return sql.connection(connection -> {
            try (PreparedStatement statement = prepared(connection)) {
                R result = use.of(statement);
                sql.watcher().afterExecution(this);
                return result;
            } catch (SQLException e) {
                throw failed(e);
            }
        });
    }

    private PreparedStatement prepared(Connection connection) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(parsed.sql());
        int position = 1;
        for (String name : parsed.names()) {
            Parameter value = values.get(name);
            if (value == null) {
                throw new IllegalStateException("the parameter " + name + " has no value");
            }
            value.set(statement, position++);
        }
        sql.watcher().beforeExecution(this, statement);
        return statement;
    }

    /** With the statement, and without its values: they are not for logs. */
    private DataAccessException failed(SQLException failure) {
        return new DataAccessException(failure.getMessage() + " in " + parsed.sql(), failure);
    }

    /**
     * The rows one by one, in a transaction: so many of them are held at a time. The statement runs until the answer is closed,
     * and others may run beside it.
     */
    public <T> Cursor<T> cursor(Class<T> row, int held) {
        return sql.connection(connection -> {
            try {
                PreparedStatement statement = prepared(connection);
                statement.setFetchSize(held);
                return new Cursor<>(this, statement, row);
            } catch (SQLException e) {
                throw failed(e);
            }
        });
    }

    /** The same as a stream, to be closed. */
    public <T> Stream<T> stream(Class<T> row, int held) {
        Cursor<T> cursor = cursor(row, held);
        return StreamSupport.stream(Spliterators.spliteratorUnknownSize(cursor, Spliterator.ORDERED), false)
                .onClose(cursor::close);
    }

    /** Rows that are read one by one. */
    public static final class Cursor<T> implements Iterator<T>, AutoCloseable {
        private final Statement statement;
        private final PreparedStatement prepared;
        private final ResultSet result;
        private final Rows.Reader<T> reader;
        private boolean more;

        private Cursor(Statement statement, PreparedStatement prepared, Class<T> row) throws SQLException {
            this.statement = statement;
            this.prepared = prepared;
            result = prepared.executeQuery();
            reader = statement.rows.reader(row, result.getMetaData());
            more = result.next();
        }

        @Override
        public boolean hasNext() {
            return more;
        }

        @Override
        public T next() {
            if (!more) {
                throw new NoSuchElementException();
            }
            try {
                T row = reader.read(result);
                more = result.next();
                return row;
            } catch (SQLException e) {
                throw statement.failed(e);
            }
        }

        @Override
        public void close() {
            try {
                prepared.close();
            } catch (SQLException e) {
                throw statement.failed(e);
            }
        }
    }
}
