package laurel.api.http;

import io.micronaut.context.annotation.Value;
import io.micronaut.context.event.ApplicationEventListener;
import io.micronaut.context.event.ShutdownEvent;
import io.micronaut.core.order.Ordered;
import io.micronaut.runtime.event.annotation.EventListener;
import io.micronaut.runtime.server.event.ServerStartupEvent;
import jakarta.inject.Provider;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import laurel.Serving;
import laurel.api.engine.ShutdownState;
import laurel.api.operation.LiveConnections;
import laurel.api.operation.Operations;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stops serving before any bean is closed: readiness goes down, no connection is accepted, requests in flight are
 * answered, and subscriptions are closed. Jobs end after that; then the context closes its beans, the pool among them.
 */
@Singleton
@Serving
final class GracefulShutdown implements ApplicationEventListener<ShutdownEvent>, Ordered {
    private static final Logger LOG = LoggerFactory.getLogger(GracefulShutdown.class);
    private static final Duration LAST_ANSWERS = Duration.ofSeconds(2);
    private static final Duration GOODBYE = Duration.ofSeconds(1);

    private final ShutdownState stopping;
    private final HttpConnections http;
    private final Provider<LiveConnections> live;
    private final Provider<Operations> operations;
    private final Duration delay;
    private final Duration within;
    private volatile boolean serving;

    /**
     * @param delay  how long requests are still accepted while the service is not ready
     * @param within how long requests in flight may take after that
     */
    GracefulShutdown(
            ShutdownState stopping,
            HttpConnections http,
            Provider<LiveConnections> live,
            Provider<Operations> operations,
            @Value("${laurel.stop.delay:0s}") Duration delay,
            @Value("${laurel.stop.timeout:15s}") Duration within) {
        this.stopping = stopping;
        this.http = http;
        this.live = live;
        this.operations = operations;
        this.delay = delay;
        this.within = within;
    }

    /** Before jobs end. */
    @Override
    public int getOrder() {
        return HIGHEST_PRECEDENCE;
    }

    @EventListener
    void started(ServerStartupEvent event) {
        serving = true;
    }

    /** Does nothing if the server did not start: there are no requests. */
    @Override
    public void onApplicationEvent(ShutdownEvent event) {
        if (serving) {
            serving = false;
            stop();
        }
    }

    private void stop() {
        stopping.begin();
        try {
            TimeUnit.NANOSECONDS.sleep(delay.toNanos());
            http.closeListeners();
            stopping.finish();
            boolean answered = await(within, this::answered);
            stopping.end();
            if (!answered) {
                LOG.warn("Stopping requests that were not answered within {} s", within.toSeconds());
                await(LAST_ANSWERS, this::answered);
            }
            live.get().stop();
            await(GOODBYE, live.get()::gone);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            stopping.end();
        }
    }

    private boolean answered() {
        // Tells all connections to finish, also while operations run.
        boolean http = this.http.finished();
        return http && operations.get().idle();
    }

    private static boolean await(Duration time, BooleanSupplier condition) throws InterruptedException {
        long deadline = System.nanoTime() + time.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                return false;
            }
            TimeUnit.MILLISECONDS.sleep(10);
        }
        return true;
    }
}
