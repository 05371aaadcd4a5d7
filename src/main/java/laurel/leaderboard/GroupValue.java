package laurel.leaderboard;

import io.micronaut.core.annotation.Introspected;

/** The value of one attribute of a {@link Group}, or what a client says it is. */
@Introspected
public record GroupValue(String attribute, String value) {}
