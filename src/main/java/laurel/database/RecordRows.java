package laurel.database;

import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jdbi.v3.core.config.ConfigRegistry;
import org.jdbi.v3.core.generic.GenericTypes;
import org.jdbi.v3.core.mapper.ColumnMappers;
import org.jdbi.v3.core.mapper.RowMapper;
import org.jdbi.v3.core.mapper.RowMapperFactory;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;
import org.jdbi.v3.core.statement.StatementContext;

/**
 * Maps a row onto any record: component {@code openedAt} is column {@code opened_at}. Jdbi works out for each statement
 * anew which column is which component, at the cost of a small query; here that is remembered.
 */
final class RecordRows implements RowMapperFactory {
    private final Map<Type, Optional<RowMapper<?>>> known = new ConcurrentHashMap<>();

    @Override
    public Optional<RowMapper<?>> build(Type type, ConfigRegistry config) {
        Class<?> record = GenericTypes.getErasedType(type);
        if (!record.isRecord()) {
            return Optional.empty();
        }
        Optional<RowMapper<?>> mapper = known.get(type);
        if (mapper == null) {
            // A record that fills one column, such as Json, is a value and not a row.
            mapper = config.get(ColumnMappers.class).findFor(type).isPresent()
                    ? Optional.empty()
                    : Optional.of(new ByColumns<>(ConstructorMapper.of(canonical(record)), new ConcurrentHashMap<>()));
            known.put(type, mapper);
        }
        return mapper;
    }

    /** Made accessible, because a repository's rows are nobody else's business. */
    private static Constructor<?> canonical(Class<?> record) {
        Class<?>[] types = Arrays.stream(record.getRecordComponents())
                .map(RecordComponent::getType)
                .toArray(Class<?>[]::new);
        try {
            Constructor<?> constructor = record.getDeclaredConstructor(types);
            constructor.setAccessible(true);
            return constructor;
        } catch (NoSuchMethodException e) {
            throw new AssertionError("every record has a canonical constructor", e);
        }
    }

    /**
     * Remembers how rows with these columns are mapped: as many as there are lists of columns in our statements.
     *
     * @param known by the columns' labels, in their order
     */
    private record ByColumns<T>(RowMapper<T> mapper, Map<List<String>, RowMapper<T>> known) implements RowMapper<T> {
        @Override
        public T map(ResultSet rows, StatementContext context) throws SQLException {
            return specialize(rows, context).map(rows, context);
        }

        @Override
        public RowMapper<T> specialize(ResultSet rows, StatementContext context) throws SQLException {
            List<String> columns = columns(rows.getMetaData());
            RowMapper<T> fit = known.get(columns);
            if (fit == null) {
                fit = mapper.specialize(rows, context);
                known.put(columns, fit);
            }
            return fit;
        }

        private static List<String> columns(ResultSetMetaData rows) throws SQLException {
            int count = rows.getColumnCount();
            List<String> columns = new ArrayList<>(count);
            for (int column = 1; column <= count; column++) {
                columns.add(rows.getColumnLabel(column));
            }
            return columns;
        }
    }
}
