package laurel;

import static java.util.Objects.requireNonNull;

import io.micronaut.context.ApplicationContext;
import io.micronaut.context.annotation.Bean;
import io.micronaut.context.annotation.Factory;
import io.micronaut.context.annotation.Prototype;
import io.micronaut.context.annotation.Requires;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestPlan;

/**
 * Services that tests use one after the other, each test in an app of its own: as many as tests run at once. Registered as a
 * service, so that they end with the run of the tests.
 */
public final class SharedServers implements TestExecutionListener {
    private static final Queue<Lease> ALL = new ConcurrentLinkedQueue<>();
    private static final ConcurrentLinkedDeque<Lease> IDLE = new ConcurrentLinkedDeque<>();

    /** A service that nobody else uses until the lease is closed. */
    static Lease lease() {
        Lease idle = IDLE.pollLast();
        return idle == null ? new Lease() : idle;
    }

    @Override
    public void testPlanExecutionFinished(TestPlan plan) {
        IDLE.clear();
        for (Lease lease = ALL.poll(); lease != null; lease = ALL.poll()) {
            lease.service.close();
        }
    }

    /** The use of a service by one test, and after it by others. */
    static final class Lease implements AutoCloseable {
        private final SwitchedClock switched = new SwitchedClock();
        private final LaurelServer service = LaurelServer.start(switched, Map.of(), this);
        private volatile @Nullable LaurelServer server;

        private Lease() {
            ALL.add(this);
        }

        /** The service in a new app, at the time of this clock; closing it closes the lease. */
        LaurelServer begin(Clock clock) {
            switched.followed = clock;
            LaurelServer begun = service.inNewApp(this::close);
            server = begun;
            return begun;
        }

        ApplicationContext beans() {
            return service.bean(ApplicationContext.class);
        }

        @Override
        public void close() {
            IDLE.addLast(this);
        }
    }

    /** What is injected into a {@link LaurelTest} beside the service's own beans. */
    @Factory
    @Requires(beans = Lease.class)
    static final class Injected {
        @Prototype
        LaurelServer server(Lease lease) {
            return requireNonNull(lease.server);
        }

        /** Not as a clock: the service has one already. */
        @Prototype
        @Bean(typed = TickingClock.class)
        TickingClock clock(Lease lease) {
            return (TickingClock) lease.switched.followed;
        }
    }

    /** Shows the time of the clock that it follows. */
    private static final class SwitchedClock extends Clock {
        private volatile Clock followed = Clock.systemUTC();

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
