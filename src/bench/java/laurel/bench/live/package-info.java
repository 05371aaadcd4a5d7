/**
 * Thousands of subscribers and a constant rate of submissions. One thread on plain sockets serves all of them, because
 * the clients share the machine with the service: {@link laurel.bench.live.Audience} and {@link
 * laurel.bench.live.Feed} in a {@link laurel.bench.live.SocketLoop}.
 */
@NullMarked
package laurel.bench.live;

import org.jspecify.annotations.NullMarked;
