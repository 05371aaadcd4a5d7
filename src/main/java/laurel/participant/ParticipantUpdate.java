package laurel.participant;

import io.micronaut.core.annotation.Introspected;
import java.util.Set;
import laurel.database.sql.Json;
import laurel.group.GroupValues;
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
        @Nullable GroupValues group,
        Set<String> cleared) {

    /** Refuses as {@link ParticipantInput#check} does. */
    void check() {
        ParticipantInput.check(name, imageUrl, metadata, timeZone, group);
    }
}
