package laurel.database;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.turbo.TurboFilter;
import ch.qos.logback.core.spi.FilterReply;
import org.jspecify.annotations.Nullable;
import org.slf4j.Marker;

/**
 * Leaves out of the log what an outage of the database makes fail: jobs and requests, hundreds in a few seconds. The outage
 * itself is logged by {@link OutageWatch}.
 */
public final class OutageFilter extends TurboFilter {
    @Override
    public FilterReply decide(
            @Nullable Marker marker,
            Logger logger,
            Level level,
            @Nullable String format,
            Object @Nullable [] arguments,
            @Nullable Throwable thrown) {
        Throwable failure = thrown == null ? last(arguments) : thrown;
        return failure != null && Outage.isOne(failure) ? FilterReply.DENY : FilterReply.NEUTRAL;
    }

    /** What is thrown comes last among the arguments. */
    private static @Nullable Throwable last(Object @Nullable [] arguments) {
        return arguments != null && arguments.length > 0 && arguments[arguments.length - 1] instanceof Throwable last
                ? last
                : null;
    }
}
