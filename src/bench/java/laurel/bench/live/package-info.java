/**
 * Thousands of subscribers and a steady stream of submissions, all served by one thread on plain sockets, because what
 * they cost shares the machine with what is measured: {@link laurel.bench.live.Audience} and {@link
 * laurel.bench.live.Feed} in a {@link laurel.bench.live.SocketLoop}.
 */
@NullMarked
package laurel.bench.live;

import org.jspecify.annotations.NullMarked;
