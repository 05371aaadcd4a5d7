package laurel.leaderboard;

import io.micronaut.serde.annotation.Serdeable;
import org.jspecify.annotations.Nullable;

/**
 * One kind of window that a board has.
 *
 * @param kind the stretch of time
 * @param keep how many past windows stay; null keeps all
 */
@Serdeable
public record WindowDefinition(WindowKind kind, @Nullable Integer keep) {}
