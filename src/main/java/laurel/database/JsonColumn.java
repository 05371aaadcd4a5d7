package laurel.database;

import io.micronaut.core.type.Argument;
import io.micronaut.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Keeps values of one Java type in {@code jsonb} columns. A feature has a bean of this type for each such type; rows
 * are then mapped with it, and {@link #write} makes what is bound.
 */
public abstract class JsonColumn<T> {
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

    /** The type that is kept. */
    Argument<T> type() {
        return type;
    }

    /** The value of a column in the present row. */
    @Nullable
    T read(ResultSet row, int column) throws SQLException {
        String text = row.getString(column);
        try {
            return text == null ? null : mapper.readValue(text, type);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
