package laurel.participant;

import io.micronaut.core.annotation.Introspected;
import java.util.Set;
import laurel.database.sql.Json;
import laurel.group.GroupValues;
import laurel.request.ErrorCode;
import laurel.request.RefusedException;
import org.jspecify.annotations.Nullable;

/**
 * What {@code updateParticipant} changes of a participant; null leaves a value as it is.
 *
 * @param moveEntries whether its entries in open windows move to its new groups; needs {@code group}
 * @param cleared     names of the values that the participant loses
 */
@Introspected
public record ParticipantUpdate(
        @Nullable String name,
        @Nullable String imageUrl,
        @Nullable Json metadata,
        @Nullable String timeZone,
        @Nullable GroupValues group,
        boolean moveEntries,
        Set<String> cleared) {

    /** Refuses as {@link ParticipantInput#check} does, then FIELD_REQUIRED. */
    void check() {
        ParticipantInput.check(name, imageUrl, metadata, timeZone, group);
        if (moveEntries && group == null && !cleared.contains("group")) {
            throw new RefusedException(
                    ErrorCode.FIELD_REQUIRED, "`moveEntries` needs the new `group` of the participant.", "group");
        }
    }
}
