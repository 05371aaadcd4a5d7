/**
 * Signals between nodes by LISTEN and NOTIFY: hints that something was committed. A lost signal only adds latency, because
 * listeners also poll. Read {@link laurel.database.signal.Signals} first.
 */
@NullMarked
package laurel.database.signal;

import org.jspecify.annotations.NullMarked;
