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
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestPlan;

/**
 * A pool of services that tests use in turn, each test with a separate app. There are as many services as tests run in
 * parallel. Registered as a service, so that it is notified when the run
 * starts and ends.
 */
public final class SharedServers implements TestExecutionListener {
    private static final Queue<Lease> ALL = new ConcurrentLinkedQueue<>();
    private static final ConcurrentLinkedDeque<Lease> IDLE = new ConcurrentLinkedDeque<>();

    /** A service that no other test uses until the lease is closed. */
    static Lease lease() {
        Lease idle = IDLE.pollLast();
        return idle == null ? new Lease() : idle;
    }

    /** As the service does when it starts in its own JVM. */
    @Override
    public void testPlanExecutionStarted(TestPlan plan) {
        Carriers.provide();
    }

    @Override
    public void testPlanExecutionFinished(TestPlan plan) {
        IDLE.clear();
        for (Lease lease = ALL.poll(); lease != null; lease = ALL.poll()) {
            lease.service.close();
        }
    }

    /** The right of one test at a time to use a service. */
    static final class Lease implements AutoCloseable {
        /** Tests that advance the time would close, finalize and expire the windows of all earlier tests. */
        private static final List<String> LEAVE_NOTHING_DUE =
                List.of("UPDATE leaderboard SET archived_at = created_at WHERE archived_at IS NULL", """
                UPDATE leaderboard_window
                SET finalizes_at = CASE WHEN finalizes_at IS NOT NULL THEN 'infinity'::timestamptz END,
                    requested_revision = revision, expired_at = finalized_at
                WHERE expired_at IS NULL
                  AND (finalizes_at < 'infinity' OR requested_revision <> revision OR finalized_at IS NOT NULL)
                """);

        private final SwitchedClock switched = new SwitchedClock();
        private final LaurelServer service =
                LaurelServer.start(switched, Map.of("laurel.trusted-proxies", "127.0.0.1,::1"), this);
        private volatile @Nullable LaurelServer server;

        private Lease() {
            ALL.add(this);
        }

        /** The service with a new app and the time of this clock. Closing it closes the lease. */
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
            LEAVE_NOTHING_DUE.forEach(
                    statement -> service.database().sql().of(statement).execute());
            IDLE.addLast(this);
        }
    }

    /** Beans that a {@link LaurelTest} can inject besides those of the service. */
    @Factory
    @Requires(beans = Lease.class)
    static final class Injected {
        @Prototype
        LaurelServer server(Lease lease) {
            return requireNonNull(lease.server);
        }

        /** Not a bean of the type Clock, because the service has one. */
        @Prototype
        @Bean(typed = TickingClock.class)
        TickingClock clock(Lease lease) {
            return (TickingClock) lease.switched.followed;
        }
    }

    /** Returns the time of the clock that it is set to. */
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
