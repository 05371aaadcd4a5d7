/**
 * Signals between nodes by LISTEN and NOTIFY: a hint that something was committed. A lost signal costs latency and
 * nothing else, since everybody also polls.
 */
@NullMarked
package laurel.database.signal;

import org.jspecify.annotations.NullMarked;
