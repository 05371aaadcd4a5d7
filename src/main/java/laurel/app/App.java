package laurel.app;

import io.micronaut.core.annotation.Introspected;
import java.time.Instant;

/**
 * A tenant.
 *
 * @param key unique in the service; the value of the header {@code Laurel-App}
 */
@Introspected
public record App(int id, String key, String name, Instant createdAt) {}
