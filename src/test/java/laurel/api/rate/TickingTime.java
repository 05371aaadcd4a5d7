package laurel.api.rate;

import io.github.bucket4j.TimeMeter;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** Monotonic time that passes only when a test says so. */
public final class TickingTime implements TimeMeter {
    private final AtomicLong nanos = new AtomicLong(1L << 40);

    public void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    @Override
    public long currentTimeNanos() {
        return nanos.get();
    }

    @Override
    public boolean isWallClockBased() {
        return false;
    }
}
