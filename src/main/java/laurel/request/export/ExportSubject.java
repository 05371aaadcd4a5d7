package laurel.request.export;

import io.micronaut.core.annotation.Introspected;
import java.time.Instant;

/**
 * The participant whose data is exported.
 *
 * @param app           database ID of its app
 * @param participant   database ID of the participant
 * @param administrator whether an administrator reads the export; otherwise the player itself, who must not see data of others
 */
@Introspected
public record ExportSubject(int app, long participant, boolean administrator, Instant now) {}
