package laurel.database.connection;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.turbo.TurboFilter;
import ch.qos.logback.core.spi.FilterReply;
import org.jspecify.annotations.Nullable;
import org.slf4j.Marker;

/**
 * Drops the lines of Laurel's own loggers about jobs and requests that fail because the database cannot be used: hundreds
 * in a few seconds. {@link OutageMonitor} logs the outage itself. Other loggers report a failed start, which nothing else
 * reports; unless a signal interrupted it.
 */
public final class OutageFilter extends TurboFilter {
    private static final String OWN = "laurel.";
    private static volatile boolean startInterrupted;

    /** Drops the warnings and errors of libraries from now on: a signal closes the database that the start goes on using. */
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

    /** A throwable is the last argument. */
    private static @Nullable Throwable last(Object @Nullable [] arguments) {
        return arguments != null && arguments.length > 0 && arguments[arguments.length - 1] instanceof Throwable last
                ? last
                : null;
    }
}
