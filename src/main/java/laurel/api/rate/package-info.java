/**
 * How much a caller may ask for in a time: a budget for each identity, and for each address of clients without credentials.
 * Start with {@code RateLimiter}, which owns the budgets.
 *
 * <p>A budget is a token bucket. A request takes the minimum charge from it before it is read, and its operation takes the
 * rest of its cost before it is executed. Wrong credentials take from a bucket of their address, so that keys cannot be
 * guessed quickly.
 *
 * <p>Budgets belong to one node and are in memory only. Nothing here blocks: a bucket is one atomic reference, and a refused
 * request fails at once with the time to wait.
 */
@NullMarked
package laurel.api.rate;

import org.jspecify.annotations.NullMarked;
