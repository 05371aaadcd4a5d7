package laurel.database;

import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.SignStyle;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAccessor;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.argument.AbstractArgumentFactory;
import org.jdbi.v3.core.argument.Argument;
import org.jdbi.v3.core.array.SqlArrayType;
import org.jdbi.v3.core.config.ConfigRegistry;
import org.jdbi.v3.core.spi.JdbiPlugin;
import org.postgresql.util.PGInterval;
import org.postgresql.util.PGobject;

/** How Java's values travel to PostgreSQL's types and back. */
final class PostgresTypes extends JdbiPlugin.Singleton {
    /** The year is that of its era. */
    private static final DateTimeFormatter DAY = new DateTimeFormatterBuilder()
            .appendValue(ChronoField.YEAR_OF_ERA, 4, 9, SignStyle.NOT_NEGATIVE)
            .appendPattern("-MM-dd")
            .toFormatter(Locale.ROOT);

    private static final DateTimeFormatter MOMENT = new DateTimeFormatterBuilder()
            .append(DAY)
            .appendPattern("'T'HH:mm:ss.SSSSSS'Z'")
            .toFormatter(Locale.ROOT);

    @Override
    public void customizeJdbi(Jdbi jdbi) {
        texts(jdbi);
        instants(jdbi);
        dates(jdbi);
        durations(jdbi);
        json(jdbi);
        arrays(jdbi);
    }

    /** Those that PostgreSQL cannot hold as others that nobody has: whoever looks something up by them finds nothing. */
    private static void texts(Jdbi jdbi) {
        jdbi.registerArgument(new ObjectArgument<String>(Types.VARCHAR) {
            @Override
            Object convert(String value) {
                return BoundText.of(value);
            }
        });
        jdbi.registerArrayType(String.class, "text", text -> text == null ? null : BoundText.of(text));
    }

    /** By way of OffsetDateTime, because java.sql.Timestamp goes through the machine's own time zone. */
    private static void instants(Jdbi jdbi) {
        jdbi.registerArgument(new ObjectArgument<Instant>(Types.TIMESTAMP_WITH_TIMEZONE) {
            @Override
            Object convert(Instant value) {
                return utc(value);
            }
        });
        jdbi.registerColumnMapper(Instant.class, (row, column, context) -> {
            OffsetDateTime value = row.getObject(column, OffsetDateTime.class);
            return value == null ? null : value.toInstant();
        });
    }

    /** As themselves, because java.sql.Date is a moment in the machine's own time zone. */
    private static void dates(Jdbi jdbi) {
        jdbi.registerArgument(new ObjectArgument<LocalDate>(Types.DATE) {
            @Override
            Object convert(LocalDate value) {
                return value;
            }
        });
        jdbi.registerColumnMapper(LocalDate.class, (row, column, context) -> row.getObject(column, LocalDate.class));
    }

    /** As intervals, whose days have 24 hours. */
    private static void durations(Jdbi jdbi) {
        jdbi.registerArgument(new ObjectArgument<Duration>(Types.OTHER) {
            @Override
            Object convert(Duration value) throws SQLException {
                return object("interval", value.toString());
            }
        });
        jdbi.registerColumnMapper(Duration.class, (row, column, context) -> {
            PGInterval value = (PGInterval) row.getObject(column);
            return value == null
                    ? null
                    : Duration.ofDays(value.getDays())
                            .plusHours(value.getHours())
                            .plusMinutes(value.getMinutes())
                            .plusSeconds(value.getWholeSeconds())
                            .plus(value.getMicroSeconds(), ChronoUnit.MICROS);
        });
    }

    private static PGobject object(String type, String text) throws SQLException {
        var object = new PGobject();
        object.setType(type);
        object.setValue(text);
        return object;
    }

    private static void json(Jdbi jdbi) {
        jdbi.registerArgument(new ObjectArgument<Json>(Types.OTHER) {
            @Override
            Object convert(Json value) throws SQLException {
                return object("jsonb", value.text());
            }
        });
        jdbi.registerColumnMapper(Json.class, (row, column, context) -> {
            String text = row.getString(column);
            return text == null ? null : new Json(text);
        });
    }

    private static void arrays(Jdbi jdbi) {
        array(jdbi, "bigint", Long.class, long.class);
        array(jdbi, "integer", Integer.class, int.class);
        array(jdbi, "smallint", Short.class, short.class);
        array(jdbi, "numeric", BigDecimal.class);
        array(jdbi, "double precision", Double.class, double.class);
        array(jdbi, "boolean", Boolean.class, boolean.class);
        array(jdbi, "uuid", UUID.class);
        array(jdbi, "bytea", byte[].class);
        jdbi.registerArrayType(Json.class, "jsonb", json -> json == null ? null : json.text());
        jdbi.registerArrayType(LocalDate.class, "date", day -> day == null ? null : text(day, DAY));
        jdbi.registerArrayType(
                Instant.class, "timestamptz", moment -> moment == null ? null : text(utc(moment), MOMENT));
    }

    private static <T> void array(Jdbi jdbi, String sqlType, Class<T> element, Type... alsoOf) {
        var type = new Elements<>(sqlType, element);
        jdbi.registerArrayType((asked, config) ->
                asked == element || List.of(alsoOf).contains(asked) ? Optional.of(type) : Optional.empty());
    }

    /** In PostgreSQL's own words: the driver would send years before 1 and after 9999 with a sign, which it refuses. */
    private static String text(TemporalAccessor value, DateTimeFormatter format) {
        return format.format(value) + (value.get(ChronoField.YEAR) < 1 ? " BC" : "");
    }

    private static OffsetDateTime utc(Instant value) {
        return value.atOffset(ZoneOffset.UTC);
    }

    /** An array that the driver sees with its elements' own type, which it encodes faster, or (byte[]) at all. */
    private record Elements<T>(String getTypeName, Class<T> getArrayElementClass) implements SqlArrayType<T> {
        @Override
        public Object convertArrayElement(T element) {
            return element;
        }
    }

    /** Binds one type as an object that the driver knows. */
    private abstract static class ObjectArgument<T> extends AbstractArgumentFactory<T> {

        ObjectArgument(int sqlType) {
            super(sqlType);
        }

        abstract Object convert(T value) throws SQLException;

        @Override
        protected Argument build(T value, ConfigRegistry config) {
            return (position, statement, context) -> statement.setObject(position, convert(value));
        }
    }
}
