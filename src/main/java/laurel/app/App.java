package laurel.app;

import io.micronaut.core.annotation.Introspected;
import java.time.Instant;

/**
 * A tenant.
 *
 * @param key unique in the service; what the header {@code Laurel-App} names
 */
@Introspected
public record App(int id, String key, String name, Instant createdAt) {}
