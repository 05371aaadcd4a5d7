package laurel.database.connection;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.turbo.TurboFilter;
import ch.qos.logback.core.spi.FilterReply;
import org.jspecify.annotations.Nullable;
import org.slf4j.Marker;

/**
 * Drops log lines of Laurel's loggers about jobs and requests that fail during an outage, which may be hundreds per second.
 * {@link OutageMonitor} logs the outage. Keeps log lines of libraries, because only they report a failed start, unless a signal
 * interrupted the start.
 */
public final class OutageFilter extends TurboFilter {
    private static final String OWN = "laurel.";
    private static volatile boolean startInterrupted;

    /** Drops warnings and errors of libraries from now on, because a signal has closed the database during the start. */
    public static void startInterrupted() {
        startInterrupted = true;
    }

    @Override
    public FilterReply decide(
            @Nullable Marker marker,
            Logger logger,
            Level level,
            @Nullable String format,
            Object @Nullable [] arguments,
            @Nullable Throwable thrown) {
        if (!logger.getName().startsWith(OWN)) {
            boolean drop = startInterrupted && level.isGreaterOrEqual(Level.WARN);
            return drop ? FilterReply.DENY : FilterReply.NEUTRAL;
        }
        Throwable failure = thrown == null ? last(arguments) : thrown;
        boolean drop = failure != null && Outage.isUnusable(failure);
        return drop ? FilterReply.DENY : FilterReply.NEUTRAL;
    }

    /** Returns the throwable, which is the last argument. */
    private static @Nullable Throwable last(Object @Nullable [] arguments) {
        return arguments != null && arguments.length > 0 && arguments[arguments.length - 1] instanceof Throwable last
                ? last
                : null;
    }
}
