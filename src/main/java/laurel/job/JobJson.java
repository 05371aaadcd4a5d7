package laurel.job;

import static java.util.Objects.requireNonNull;

import io.micronaut.json.JsonMapper;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.io.UncheckedIOException;
import laurel.database.sql.Json;
import org.jspecify.annotations.Nullable;

/** Parameters, continuations and results of jobs as JSON. */
@Singleton
public class JobJson {
    private final JsonMapper mapper;

    JobJson(JsonMapper mapper) {
        this.mapper = mapper;
    }

    Json write(Object value) {
        try {
            return new Json(mapper.writeValueAsString(value));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    <T> T read(Json json, Class<T> type) {
        try {
            return requireNonNull(mapper.readValue(json.text(), type));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public <T> @Nullable T readOptional(@Nullable Json json, Class<T> type) {
        return json == null ? null : read(json, type);
    }
}
