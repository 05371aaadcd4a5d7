package laurel.database.sql;

import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.SignStyle;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.util.PGobject;

/** A Java value that is bound to a parameter of a statement. */
@FunctionalInterface
public interface Parameter {
    /** The year is the year of its era. */
    DateTimeFormatter DAY = new DateTimeFormatterBuilder()
            .appendValue(ChronoField.YEAR_OF_ERA, 4, 9, SignStyle.NOT_NEGATIVE)
            .appendPattern("-MM-dd")
            .toFormatter(Locale.ROOT);

    DateTimeFormatter MOMENT = new DateTimeFormatterBuilder()
            .append(DAY)
            .appendPattern("'T'HH:mm:ss.SSSSSS'Z'")
            .toFormatter(Locale.ROOT);

    /** Element types of arrays: PostgreSQL's type, and how an element is passed to the driver. */
    Map<Class<?>, Elements> ARRAYS = Map.ofEntries(
            Map.entry(Long.class, new Elements("bigint", Long.class, value -> value)),
            Map.entry(Integer.class, new Elements("integer", Integer.class, value -> value)),
            Map.entry(Short.class, new Elements("smallint", Short.class, value -> value)),
            Map.entry(BigDecimal.class, new Elements("numeric", BigDecimal.class, value -> value)),
            Map.entry(Double.class, new Elements("double precision", Double.class, value -> value)),
            Map.entry(Boolean.class, new Elements("boolean", Boolean.class, value -> value)),
            Map.entry(UUID.class, new Elements("uuid", UUID.class, value -> value)),
            Map.entry(byte[].class, new Elements("bytea", byte[].class, value -> value)),
            Map.entry(String.class, new Elements("text", String.class, value -> Parameter.holdable((String) value))),
            Map.entry(ZoneId.class, new Elements("text", String.class, zone -> ((ZoneId) zone).getId())),
            Map.entry(Json.class, new Elements("jsonb", String.class, value -> ((Json) value).text())),
            // The driver sends years before 1 and after 9999 with a sign, which PostgreSQL rejects.
            Map.entry(LocalDate.class, new Elements("date", String.class, value -> text((LocalDate) value, DAY))),
            Map.entry(
                    Instant.class,
                    new Elements(
                            "timestamptz",
                            String.class,
                            value -> text(((Instant) value).atOffset(ZoneOffset.UTC), MOMENT))));

    Elements NAMES = new Elements("text", String.class, constant -> ((Enum<?>) constant).name());

    void set(PreparedStatement statement, int position) throws SQLException;

    /**
     * How the elements of an array are passed to the driver.
     *
     * @param convert converts an element to the type {@code given}, which the driver takes
     */
    record Elements(String type, Class<?> given, Function<Object, Object> convert) {
        /**
         * The array has its element type, because the driver encodes typed arrays faster, and byte[] only so. Many arrays have
         * equal elements in a row, such as the days of a batch.
         */
        @Nullable
        Object[] array(@Nullable Object[] values) {
            @Nullable Object[] array = (Object[]) Array.newInstance(given, values.length);
            for (int n = 0; n < values.length; n++) {
                if (values[n] != null) {
                    array[n] = n > 0 && values[n].equals(values[n - 1]) ? array[n - 1] : convert.apply(values[n]);
                }
            }
            return array;
        }
    }

    static Parameter of(Class<?> element, @Nullable Object[] values) {
        Elements elements = ARRAYS.getOrDefault(element, element.isEnum() ? NAMES : null);
        if (elements == null) {
            throw new IllegalArgumentException("arrays have no elements of " + element.getName());
        }
        return (statement, position) -> statement.setArray(
                position, statement.getConnection().createArrayOf(elements.type, elements.array(values)));
    }

    /** An array without boxes. */
    static Parameter ofInts(int[] values) {
        return (statement, position) -> statement.setArray(
                position, statement.getConnection().unwrap(PGConnection.class).createArrayOf("integer", values));
    }

    static Parameter of(@Nullable Object value) {
        return switch (value) {
            case null -> (statement, position) -> statement.setNull(position, Types.NULL);
            case String text -> object(holdable(text));
            case ZoneId zone -> object(zone.getId());
            case Enum<?> constant -> object(constant.name());
            // Not java.sql.Timestamp, which converts by the time zone of the machine.
            case Instant moment -> object(moment.atOffset(ZoneOffset.UTC));
            case Json json -> typed("jsonb", json.text());
            // An interval; its days have 24 hours.
            case Duration time -> typed("interval", time.toString());
            default -> object(value);
        };
    }

    /**
     * PostgreSQL rejects U+0000 and unpaired surrogates. Stored texts are validated earlier and have no control characters, but
     * clients may search for any text. Such a character is replaced by U+0001, which no key, id or name has, so that the
     * statement finds nothing instead of failing.
     */
    private static String holdable(String text) {
        for (int n = 0; n < text.length(); n++) {
            char unit = text.charAt(n);
            if (unit == 0 || Character.isSurrogate(unit)) {
                return withoutBroken(text);
            }
        }
        return text;
    }

    private static String withoutBroken(String text) {
        IntPredicate broken = c -> c == 0 || Character.getType(c) == Character.SURROGATE;
        return text.codePoints()
                .map(c -> broken.test(c) ? 1 : c)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    private static Parameter object(Object value) {
        return (statement, position) -> statement.setObject(position, value);
    }

    private static Parameter typed(String type, String text) {
        return (statement, position) -> {
            var object = new PGobject();
            object.setType(type);
            object.setValue(text);
            statement.setObject(position, object);
        };
    }

    private static String text(TemporalAccessor value, DateTimeFormatter format) {
        return format.format(value) + (value.get(ChronoField.YEAR) < 1 ? " BC" : "");
    }
}
