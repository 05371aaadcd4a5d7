package laurel.window;

import io.micronaut.core.annotation.Introspected;

/**
 * A window with the id of the ranking of everyone in it.
 *
 * @param rankingId its high part is the number of the slice, see {@link RankingId}
 */
@Introspected
public record OpenWindow(Window window, long rankingId) {}
