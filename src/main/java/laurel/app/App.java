package laurel.app;

import java.time.Instant;

/**
 * A tenant.
 *
 * @param key unique in the service; what the header {@code Laurel-App} names
 */
public record App(int id, String key, String name, Instant createdAt) {}
