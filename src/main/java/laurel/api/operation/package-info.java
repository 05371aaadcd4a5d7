/**
 * Operations on connections that stay open, for every transport. Start with {@code RunningOperation}.
 *
 * <p>A query or a mutation sends one result. A subscription is executed once to create its source, and then once for each
 * emission and selection; all subscribers with the same selection share the bytes, except players that see more of their own
 * data in it. {@code EventRenderer} executes the emissions of one update together, if their selections and the permissions of
 * their subscribers are equal, and only what they follow differs. {@code SubscriptionDelivery} sends the emissions to one
 * client in order. {@code SendBuffer} limits what waits for one client: results are computed only while there is space. A
 * subscription whose client is too slow ends with SLOW_CONSUMER, and can be resumed. {@code ActiveOperations} limits the
 * operations of a connection: their number, their text, and what they follow. {@code LiveConnections} counts the connections
 * and closes dead ones.
 */
@NullMarked
package laurel.api.operation;

import org.jspecify.annotations.NullMarked;
