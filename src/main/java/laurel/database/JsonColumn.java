package laurel.database;

import io.micronaut.core.type.Argument;
import io.micronaut.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.mapper.ColumnMapper;
import org.jdbi.v3.core.spi.JdbiPlugin;
import org.jdbi.v3.core.statement.StatementContext;
import org.jspecify.annotations.Nullable;

/**
 * Keeps values of one Java type in {@code jsonb} columns. A feature has a bean of this type for each such type; rows
 * are then mapped with it, and {@link #write} makes what is bound.
 */
public abstract class JsonColumn<T> implements JdbiPlugin {
    private final JsonMapper mapper;
    private final Argument<T> type;

    protected JsonColumn(JsonMapper mapper, Argument<T> type) {
        this.mapper = mapper;
        this.type = type;
    }

    /** The value as it is kept. */
    public Json write(T value) {
        try {
            return new Json(mapper.writeValueAsString(type, value));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void customizeJdbi(Jdbi jdbi) {
        jdbi.registerColumnMapper(type.asType(), (ColumnMapper<@Nullable T>) this::read);
    }

    private @Nullable T read(ResultSet row, int column, StatementContext context) throws SQLException {
        String text = row.getString(column);
        try {
            return text == null ? null : mapper.readValue(text, type);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
