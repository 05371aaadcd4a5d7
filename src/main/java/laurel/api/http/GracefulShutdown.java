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
 * Stops serving before the context closes any bean: the node reports not ready, listeners close, requests in flight
 * finish, and subscriptions are closed. Jobs end after that. Then the context closes its beans, such as the connection pool.
 */
@Singleton
@Serving
final class GracefulShutdown implements ApplicationEventListener<ShutdownEvent>, Ordered {
    private static final Logger LOG = LoggerFactory.getLogger(GracefulShutdown.class);
    private static final Duration LAST_RESPONSES = Duration.ofSeconds(2);
    private static final Duration CLOSE_HANDSHAKE = Duration.ofSeconds(1);

    private final ShutdownState shutdown;
    private final HttpConnections http;
    private final Provider<LiveConnections> live;
    private final Provider<Operations> operations;
    private final Duration delay;
    private final Duration within;
    private volatile boolean serving;

    /**
     * @param delay  time during which the service still accepts requests while it is not ready
     * @param within time that requests in flight may take after that
     */
    GracefulShutdown(
            ShutdownState shutdown,
            HttpConnections http,
            Provider<LiveConnections> live,
            Provider<Operations> operations,
            @Value("${laurel.stop.delay:0s}") Duration delay,
            @Value("${laurel.stop.timeout:15s}") Duration within) {
        this.shutdown = shutdown;
        this.http = http;
        this.live = live;
        this.operations = operations;
        this.delay = delay;
        this.within = within;
    }

    /** Runs before the jobs end. */
    @Override
    public int getOrder() {
        return HIGHEST_PRECEDENCE;
    }

    @EventListener
    void started(ServerStartupEvent event) {
        serving = true;
    }

    /** Does nothing if the server did not start. */
    @Override
    public void onApplicationEvent(ShutdownEvent event) {
        if (serving) {
            serving = false;
            stop();
        }
    }

    private void stop() {
        shutdown.begin();
        try {
            TimeUnit.NANOSECONDS.sleep(delay.toNanos());
            http.closeListeners();
            shutdown.refuseNewOperations();
            boolean idle = await(within, this::isIdle);
            shutdown.refuseAll();
            if (!idle) {
                LOG.warn("Stopping requests that did not finish within {} s", within.toSeconds());
                await(LAST_RESPONSES, this::isIdle);
            }
            live.get().closeAll();
            await(CLOSE_HANDSHAKE, live.get()::isEmpty);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            shutdown.refuseAll();
        }
    }

    private boolean isIdle() {
        // Makes all connections finish, even while operations run.
        boolean finished = http.finish();
        return finished && operations.get().isIdle();
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
