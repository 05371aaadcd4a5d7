package laurel.app;

import io.micronaut.core.annotation.Introspected;
import java.time.Instant;

/**
 * A tenant.
 *
 * @param key              unique in the service; the value of the header {@code Laurel-App}
 * @param anonymousReading whether callers without credentials may read what is public
 */
@Introspected
public record App(int id, String key, String name, boolean anonymousReading, Instant createdAt) {}
