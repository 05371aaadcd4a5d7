package laurel.database.sql;

import static java.util.Objects.requireNonNull;

import io.micronaut.core.beans.BeanIntrospection;
import io.micronaut.core.type.Argument;
import io.micronaut.core.type.GenericPlaceholder;
import io.micronaut.data.annotation.Transient;
import io.micronaut.data.model.naming.NamingStrategy;
import jakarta.inject.Singleton;
import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.postgresql.util.PGInterval;

/**
 * Reads rows as records: the component {@code openedAt} from the column {@code opened_at}. A component that is a record is
 * read from columns of the same row; one that is {@link Transient} has no column, and is null. The columns of a record are
 * resolved once for each list of columns.
 */
@Singleton
public final class Rows {
    private static final Map<Class<?>, Column<?>> VALUES = new HashMap<>();

    static {
        value(Long.class, long.class, ResultSet::getLong);
        value(Integer.class, int.class, ResultSet::getInt);
        value(Short.class, short.class, ResultSet::getShort);
        value(Boolean.class, boolean.class, ResultSet::getBoolean);
        value(Double.class, double.class, ResultSet::getDouble);
        VALUES.put(String.class, (Column<String>) ResultSet::getString);
        VALUES.put(BigDecimal.class, (Column<BigDecimal>) ResultSet::getBigDecimal);
        VALUES.put(byte[].class, (Column<byte[]>) ResultSet::getBytes);
        VALUES.put(UUID.class, (row, column) -> row.getObject(column, UUID.class));
        VALUES.put(LocalDate.class, (row, column) -> row.getObject(column, LocalDate.class));
        VALUES.put(Instant.class, Rows::instant);
        VALUES.put(Duration.class, Rows::duration);
        VALUES.put(ZoneId.class, Rows::zone);
        VALUES.put(Json.class, Rows::json);
    }

    private final Map<Plan, Reader<?>> plans = new ConcurrentHashMap<>();

    private final JsonTypes json;

    public Rows(JsonTypes json) {
        this.json = json;
    }

    /** Reads a column of the current row. */
    @FunctionalInterface
    interface Column<T> {
        @Nullable
        T read(ResultSet row, int column) throws SQLException;
    }

    /** Reads the current row. */
    @FunctionalInterface
    interface Reader<T> {
        T read(ResultSet row) throws SQLException;
    }

    /** Reads a component of a record from the current row. */
    @FunctionalInterface
    private interface Component {
        @Nullable
        Object read(ResultSet row) throws SQLException;
    }

    private record Plan(Argument<?> type, List<String> columns) {}

    /** Returns a reader of rows with these columns. */
    @SuppressWarnings("unchecked")
    <T> Reader<T> reader(Argument<T> type, ResultSetMetaData columns) throws SQLException {
        List<String> labels = new ArrayList<>(columns.getColumnCount());
        for (int column = 1; column <= columns.getColumnCount(); column++) {
            labels.add(columns.getColumnLabel(column));
        }
        return (Reader<T>) plans.computeIfAbsent(new Plan(type, labels), this::reader);
    }

    private Reader<?> reader(Plan plan) {
        Column<?> value = column(plan.type);
        return value == null ? record(plan.type, plan.columns) : row -> required(value.read(row, 1));
    }

    private static Object required(@Nullable Object value) {
        if (value == null) {
            throw new IllegalStateException("the only column of a row is null");
        }
        return value;
    }

    private <T> Reader<T> record(Argument<T> type, List<String> columns) {
        BeanIntrospection<T> record = BeanIntrospection.getIntrospection(type.getType());
        Argument<?>[] components = record.getConstructorArguments();
        List<Component> readers = Arrays.stream(components)
                .map(component -> isTransient(record, component)
                        ? (Component) row -> null
                        : component(component, resolved(component, type), columns))
                .toList();
        return row -> {
            @Nullable Object[] values = new Object[components.length];
            for (int n = 0; n < values.length; n++) {
                values[n] = readers.get(n).read(row);
            }
            return record.instantiate(false, values);
        };
    }

    private static boolean isTransient(BeanIntrospection<?> record, Argument<?> component) {
        return record.getProperty(component.getName())
                .filter(property -> property.isAnnotationPresent(Transient.class))
                .isPresent();
    }

    /** Returns the type of a component, with type variables of the record resolved. */
    private static Argument<?> resolved(Argument<?> component, Argument<?> record) {
        return component instanceof GenericPlaceholder<?> variable
                ? requireNonNull(record.getTypeVariables().get(variable.getVariableName()))
                : component;
    }

    private Component component(Argument<?> component, Argument<?> type, List<String> columns) {
        Column<?> value = column(type);
        if (value == null) {
            return record(type, columns)::read;
        }
        int column = columns.indexOf(NamingStrategy.DEFAULT.mappedName(component.getName())) + 1;
        if (column == 0) {
            throw new IllegalStateException("no column for " + component + " among " + columns);
        }
        return component.isPrimitive()
                ? row -> notNull(value.read(row, column), component)
                : row -> value.read(row, column);
    }

    private static Object notNull(@Nullable Object value, Argument<?> component) {
        if (value == null) {
            throw new IllegalStateException("null for " + component);
        }
        return value;
    }

    /** Returns null if the type is read from several columns. */
    private @Nullable Column<?> column(Argument<?> type) {
        Column<?> value = VALUES.get(type.getType());
        if (value != null) {
            return value;
        }
        if (json.contains(type)) {
            return (row, column) -> document(type, row.getString(column));
        }
        if (type.getType().isEnum()) {
            return (row, column) -> constant(type.getType(), row.getString(column));
        }
        if (type.getType().isArray()) {
            return arrayOf(type.getType());
        }
        return type.getType() == List.class ? list(type) : null;
    }

    private @Nullable Object document(Argument<?> type, @Nullable String text) {
        return text == null ? null : json.read(type, text);
    }

    /** The driver returns arrays of objects. If the record has an array of primitive values, no element may be null. */
    private static Column<?> arrayOf(Class<?> type) {
        if (!type.getComponentType().isPrimitive()) {
            return Rows::array;
        }
        return (row, column) -> {
            var values = (Object[]) array(row, column);
            if (values == null) {
                return null;
            }
            Object array = Array.newInstance(type.getComponentType(), values.length);
            for (int n = 0; n < values.length; n++) {
                Array.set(array, n, values[n]);
            }
            return array;
        };
    }

    static @Nullable Object array(ResultSet row, int column) throws SQLException {
        java.sql.Array array = row.getArray(column);
        return array == null ? null : array.getArray();
    }

    /** The elements of an array, which may be null. */
    private static Column<?> list(Argument<?> type) {
        Class<?> element = type.getFirstTypeVariable().map(Argument::getType).orElseThrow();
        return (row, column) -> {
            var values = (@Nullable Object[]) array(row, column);
            return values == null
                    ? null
                    : Arrays.stream(values)
                            .map(value -> element.isEnum() ? constant(element, (String) value) : value)
                            .toList();
        };
    }

    private static @Nullable Object constant(Class<?> type, @Nullable String name) {
        if (name == null) {
            return null;
        }
        for (Object constant : type.getEnumConstants()) {
            if (((Enum<?>) constant).name().equals(name)) {
                return constant;
            }
        }
        throw new IllegalStateException(type.getName() + " has no constant " + name);
    }

    /** Not java.sql.Timestamp, which converts by the time zone of the machine. */
    static @Nullable Instant instant(ResultSet row, int column) throws SQLException {
        OffsetDateTime value = row.getObject(column, OffsetDateTime.class);
        return value == null ? null : value.toInstant();
    }

    private static @Nullable Duration duration(ResultSet row, int column) throws SQLException {
        var value = (PGInterval) row.getObject(column);
        return value == null
                ? null
                : Duration.ofDays(value.getDays())
                        .plusHours(value.getHours())
                        .plusMinutes(value.getMinutes())
                        .plusSeconds(value.getWholeSeconds())
                        .plus(value.getMicroSeconds(), ChronoUnit.MICROS);
    }

    private static @Nullable ZoneId zone(ResultSet row, int column) throws SQLException {
        String id = row.getString(column);
        return id == null ? null : ZoneId.of(id);
    }

    static @Nullable Json json(ResultSet row, int column) throws SQLException {
        String text = row.getString(column);
        return text == null ? null : new Json(text);
    }

    private static <T> void value(Class<T> type, Class<T> primitive, Column<T> read) {
        Column<T> nullable = (row, column) -> {
            T value = read.read(row, column);
            return row.wasNull() ? null : value;
        };
        VALUES.put(type, nullable);
        VALUES.put(primitive, nullable);
    }
}
