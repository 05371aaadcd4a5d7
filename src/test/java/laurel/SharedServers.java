package laurel;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestPlan;

/**
 * Services that tests use one after the other, each test in an app of its own: as many as tests run at once. Registered as a
 * service, so that they end with the run of the tests.
 */
public final class SharedServers implements TestExecutionListener {
    private static final Queue<Shared> ALL = new ConcurrentLinkedQueue<>();
    private static final ConcurrentLinkedDeque<Shared> IDLE = new ConcurrentLinkedDeque<>();

    /** Until it is closed, nobody else has it. */
    static LaurelServer lease(Clock clock) {
        Shared idle = IDLE.pollLast();
        Shared shared = idle == null ? start(clock) : idle;
        shared.clock.follow(clock);
        return shared.server.inNewApp(() -> IDLE.addLast(shared));
    }

    private static Shared start(Clock clock) {
        SwitchedClock switched = new SwitchedClock(clock);
        Shared shared = new Shared(LaurelServer.start(switched), switched);
        ALL.add(shared);
        return shared;
    }

    @Override
    public void testPlanExecutionFinished(TestPlan plan) {
        IDLE.clear();
        for (Shared shared = ALL.poll(); shared != null; shared = ALL.poll()) {
            shared.server.close();
        }
    }

    private record Shared(LaurelServer server, SwitchedClock clock) {}

    /** Shows the time of the clock that it follows. */
    private static final class SwitchedClock extends Clock {
        private volatile Clock followed;

        SwitchedClock(Clock followed) {
            this.followed = followed;
        }

        void follow(Clock other) {
            followed = other;
        }

        @Override
        public Instant instant() {
            return followed.instant();
        }

        @Override
        public ZoneId getZone() {
            return followed.getZone();
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return followed.withZone(zone);
        }
    }
}
