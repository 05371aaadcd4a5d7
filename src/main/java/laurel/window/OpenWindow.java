package laurel.window;

import org.jdbi.v3.core.mapper.Nested;

/**
 * A window with the id of the ranking of everyone in it.
 *
 * @param rankingId its high part is the number of the slice, see {@link RankingId}
 */
public record OpenWindow(@Nested Window window, long rankingId) {}
