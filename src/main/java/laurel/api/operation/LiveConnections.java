package laurel.api.operation;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micronaut.context.annotation.Context;
import io.micronaut.scheduling.annotation.Scheduled;
import jakarta.annotation.PreDestroy;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import laurel.Serving;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connections that stay, of either transport: how many there are, and which of them are dead. Made as the service
 * starts, so that its metrics are there before anybody comes.
 */
@Context
@Serving
public final class LiveConnections implements RunningOperation.Count {
    private static final Logger LOG = LoggerFactory.getLogger(LiveConnections.class);

    private final ConnectionLimits limits;
    private final Set<LiveConnection> open = ConcurrentHashMap.newKeySet();
    private final AtomicInteger connections = new AtomicInteger();
    private final AtomicInteger subscriptions = new AtomicInteger();
    private final AtomicLong dropped = new AtomicLong();

    LiveConnections(ConnectionLimits limits, MeterRegistry meters) {
        this.limits = limits;
        Gauge.builder("laurel.live.connections", connections, AtomicInteger::get)
                .description("Connections that stay: WebSockets and streams of server-sent events")
                .register(meters);
        Gauge.builder("laurel.live.subscriptions", subscriptions, AtomicInteger::get)
                .description("Subscriptions under way")
                .register(meters);
        FunctionCounter.builder("laurel.live.dropped", dropped, AtomicLong::get)
                .description("Operations and connections that ended because their client was too slow")
                .register(meters);
    }

    public ConnectionLimits limits() {
        return limits;
    }

    /** Takes one more, or says that there are as many as there may be. */
    public boolean add(LiveConnection connection) {
        if (connections.incrementAndGet() > limits.connections()) {
            connections.decrementAndGet();
            return false;
        }
        open.add(connection);
        return true;
    }

    /** Once it is closed; a second time does nothing. */
    public void remove(LiveConnection connection) {
        if (open.remove(connection)) {
            connections.decrementAndGet();
        }
    }

    @Override
    public void began() {
        subscriptions.incrementAndGet();
    }

    @Override
    public void ended() {
        subscriptions.decrementAndGet();
    }

    @Override
    public void dropped() {
        dropped.incrementAndGet();
        LOG.info("A subscription has ended as SLOW_CONSUMER: too much of what it is told waits to be taken");
    }

    /** A connection is ended because its client does not keep up, or is not there any more. */
    public void left(String transport, String reason) {
        dropped.incrementAndGet();
        LOG.warn("A {} is closed: {}", transport, reason);
    }

    /** Looks after all of them, so that none needs a timer of its own. */
    @Scheduled(fixedDelay = "${laurel.live.check-every:1s}", initialDelay = "1s")
    public void look() {
        look(System.nanoTime());
    }

    /** @param nanos of {@link System#nanoTime} */
    public void look(long nanos) {
        for (LiveConnection connection : open) {
            try {
                connection.look(nanos, limits);
            } catch (Throwable e) {
                LOG.error("Could not look after a connection", e);
            }
        }
    }

    @PreDestroy
    public void stop() {
        open.forEach(LiveConnection::goAway);
    }

    /** Whether all are closed. */
    public boolean gone() {
        return connections.get() == 0;
    }

    /** Whether this moment is so long after that one, both of {@link System#nanoTime}. */
    public static boolean past(long nanos, long since, Duration time) {
        return nanos - since > time.toNanos();
    }
}
