package laurel.stream;

import io.micronaut.core.annotation.Introspected;

/**
 * A board that takes a type of scores or ratings, or several that do.
 *
 * @param boards how many
 * @param key    of one of them
 */
@Introspected
public record FeedBoard(FeedKind kind, String type, int boards, String key) {}
