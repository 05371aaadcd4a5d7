/**
 * The model test of leaderboards and rankings: {@link laurel.ranking.model.RankingModelTest} applies random steps to
 * leaderboards of the service and to a naive model, and compares the results of all queries.
 *
 * <p>Package {@code leaderboard} is the model: it computes entries from all submissions each time, and ranks them by
 * PostgreSQL's window functions. Package {@code query} holds the queries with their expected results, and the client.
 */
@NullMarked
package laurel.ranking.model;

import org.jspecify.annotations.NullMarked;
