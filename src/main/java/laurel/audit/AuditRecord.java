package laurel.audit;

import io.micronaut.core.annotation.Introspected;
import java.time.Instant;
import laurel.database.sql.Json;
import laurel.request.Measured;
import org.jspecify.annotations.Nullable;

/**
 * What an administrative act changed in one object.
 *
 * @param actor         name of the caller
 * @param role          role of the caller
 * @param action        name of the mutation
 * @param subjectType   type of the object
 * @param subjectKey    key of the object; null if it has none
 * @param subjectId     number of the object; null if it has none
 * @param leaderboardId the leaderboard that it is, or belongs to; null for none
 * @param before        changed fields and those of the key, before; null if the object was created
 * @param after         changed fields and those of the key, after; null if the object was deleted
 */
@Introspected
public record AuditRecord(
        long id,
        int appId,
        Instant recordedAt,
        String actor,
        String role,
        String action,
        String subjectType,
        @Nullable String subjectKey,
        @Nullable Long subjectId,
        @Nullable Integer leaderboardId,
        @Nullable Json before,
        @Nullable Json after)
        implements Measured {
    @Override
    public long heldBytes() {
        return length(before) + length(after);
    }

    private static long length(@Nullable Json json) {
        return json == null ? 0 : json.text().length();
    }
}
