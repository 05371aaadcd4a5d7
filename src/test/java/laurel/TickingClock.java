package laurel;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicReference;

/** A clock that a test sets and advances. */
public final class TickingClock extends Clock {
    private final AtomicReference<Instant> now;

    public TickingClock(Instant now) {
        this.now = new AtomicReference<>(now);
    }

    public void set(Instant moment) {
        now.set(moment);
    }

    public void advance(Duration time) {
        now.updateAndGet(moment -> moment.plus(time));
    }

    @Override
    public Instant instant() {
        return now.get();
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        throw new UnsupportedOperationException("time here has no zone");
    }
}
