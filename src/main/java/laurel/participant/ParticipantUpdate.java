package laurel.participant;

import static java.util.stream.Collectors.toSet;

import io.micronaut.core.annotation.Introspected;
import java.util.Set;
import java.util.stream.Stream;
import laurel.database.sql.Json;
import laurel.graphql.Input;
import org.jspecify.annotations.Nullable;

/**
 * What {@code updateParticipant} changes of a participant; null leaves a value as it is.
 *
 * @param cleared names of the values that the participant loses
 */
@Introspected
public record ParticipantUpdate(
        @Nullable String name,
        @Nullable String imageUrl,
        @Nullable Json metadata,
        @Nullable String timeZone,
        Set<String> cleared) {

    public static ParticipantUpdate of(Input input) {
        return new ParticipantUpdate(
                input.optionalString("name"),
                input.optionalString("imageUrl"),
                input.says("metadata") ? input.json("metadata") : null,
                input.optionalString("timeZone"),
                Stream.of("name", "imageUrl", "metadata", "timeZone")
                        .filter(name -> input.has(name) && !input.says(name))
                        .collect(toSet()));
    }

    /** Refuses as {@link ParticipantInput#check} does. */
    void check() {
        ParticipantInput.check(name, imageUrl, metadata, timeZone);
    }
}
