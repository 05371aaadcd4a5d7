package laurel.leaderboard;

import io.micronaut.serde.annotation.Serdeable;

/**
 * One kind of window that a board has.
 *
 * @param kind the stretch of time
 */
@Serdeable
public record WindowDefinition(WindowKind kind) {}
