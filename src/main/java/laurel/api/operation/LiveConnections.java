package laurel.api.operation;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micronaut.context.annotation.Context;
import io.micronaut.context.annotation.Value;
import jakarta.annotation.PreDestroy;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import laurel.Periodic;
import laurel.Serving;
import laurel.api.access.Caller;
import laurel.request.AppSource;
import laurel.request.access.Identity;
import laurel.request.access.KeySource;
import laurel.request.access.Role;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The open WebSockets and event streams. Limits and counts them, and closes dead ones. Created when the service starts, so
 * that the metrics exist before the first connection.
 */
@Context
@Serving
public final class LiveConnections implements RunningOperation.SubscriptionListener {
    private static final Logger LOG = LoggerFactory.getLogger(LiveConnections.class);

    private final ConnectionLimits limits;
    private final KeySource keys;
    private final AppSource apps;
    private final Clock clock;
    private final Duration skew;
    private final Set<LiveConnection> open = ConcurrentHashMap.newKeySet();
    private final AtomicInteger connections = new AtomicInteger();
    private final AtomicInteger subscriptions = new AtomicInteger();
    private final AtomicLong dropped = new AtomicLong();

    LiveConnections(
            ConnectionLimits limits,
            MeterRegistry meters,
            KeySource keys,
            AppSource apps,
            Clock clock,
            @Value("${laurel.tokens.clock-skew:60s}") Duration skew) {
        this.limits = limits;
        this.keys = keys;
        this.apps = apps;
        this.clock = clock;
        this.skew = skew;
        Gauge.builder("laurel.live.connections", connections, AtomicInteger::get)
                .description("Open WebSockets and event streams")
                .register(meters);
        Gauge.builder("laurel.live.subscriptions", subscriptions, AtomicInteger::get)
                .description("Running subscriptions")
                .register(meters);
        FunctionCounter.builder("laurel.live.dropped", dropped, AtomicLong::get)
                .description("Subscriptions and connections that ended because their client was too slow")
                .register(meters);
    }

    public ConnectionLimits limits() {
        return limits;
    }

    /** Adds a connection. Returns false if the limit is reached. */
    public boolean add(LiveConnection connection) {
        if (connections.incrementAndGet() > limits.connections()) {
            connections.decrementAndGet();
            return false;
        }
        open.add(connection);
        return true;
    }

    /** Removes a closed connection. Does nothing if it is removed already. */
    public void remove(LiveConnection connection) {
        if (open.remove(connection)) {
            connections.decrementAndGet();
        }
    }

    @Override
    public void onStart() {
        subscriptions.incrementAndGet();
    }

    @Override
    public void onEnd() {
        subscriptions.decrementAndGet();
    }

    @Override
    public void onDrop() {
        dropped.incrementAndGet();
        LOG.info("A subscription has ended with SLOW_CONSUMER: too many events wait for its client");
    }

    /** Records that a connection is closed because its client is too slow or dead. */
    public void recordDrop(String transport, String reason) {
        dropped.incrementAndGet();
        LOG.warn("A {} is closed: {}", transport, reason);
    }

    /** Checks all connections, and whether their tokens have expired, so that they do not need a timer each. */
    @Periodic(value = "check connections", every = "laurel.live.check-every:1s", everyNode = true)
    public void check() {
        check(System.nanoTime());
        closeExpired(clock.instant());
    }

    /**
     * Closes the connections whose API key is not valid any more, and those without credentials in apps that anonymous callers
     * may not read any more. Reads the database if keys or apps have changed.
     */
    @Periodic(value = "close connections without access", every = "laurel.live.check-every:1s", everyNode = true)
    public void closeRevoked() {
        Instant now = clock.instant();
        List<Caller> callers = open.stream()
                .map(LiveConnection::caller)
                .filter(Objects::nonNull)
                .toList();
        Set<Identity> revoked = callers.stream()
                .map(Caller::identity)
                .filter(identity -> identity.keyId() != null)
                .distinct()
                .filter(identity -> !keys.isValid(identity, now))
                .collect(Collectors.toSet());
        if (!revoked.isEmpty()) {
            closeAll(
                    caller -> revoked.contains(caller.identity()),
                    "The API key was revoked or replaced, or has expired.");
        }
        if (callers.stream().anyMatch(LiveConnections::isAnonymous)) {
            Set<Integer> readable = apps.anonymousApps();
            closeAll(
                    caller -> isAnonymous(caller) && !readable.contains(caller.app()),
                    "The app does not allow anonymous reading any more.");
        }
    }

    private static boolean isAnonymous(Caller caller) {
        return caller.identity().role() == Role.ANONYMOUS;
    }

    /** Closes the connections whose token has expired. */
    public void closeExpired(Instant now) {
        Instant latest = now.minus(skew);
        closeAll(caller -> caller.identity().hasExpired(latest), "The token has expired.");
    }

    /**
     * Closes the connections of these callers: WebSockets with close code 4403, event streams with an error UNAUTHENTICATED. A
     * connection that has not authenticated its caller yet stays open, so revoke the credentials first.
     *
     * @param reason for the client
     */
    public void closeAll(Predicate<Caller> callers, String reason) {
        for (LiveConnection connection : open) {
            Caller caller = connection.caller();
            if (caller != null && callers.test(caller)) {
                revoke(connection, reason);
            }
        }
    }

    private static void revoke(LiveConnection connection, String reason) {
        try {
            connection.revoke(reason);
        } catch (Throwable e) {
            LOG.error("Could not close a connection", e);
        }
    }

    /**
     * Checks all connections, and closes dead ones.
     *
     * @param nanos the current {@link System#nanoTime}
     */
    public void check(long nanos) {
        for (LiveConnection connection : open) {
            try {
                connection.check(nanos, limits);
            } catch (Throwable e) {
                LOG.error("Could not check a connection", e);
            }
        }
    }

    @PreDestroy
    public void closeAll() {
        open.forEach(LiveConnection::close);
    }

    /** Whether all connections are closed. */
    public boolean isEmpty() {
        return connections.get() == 0;
    }

    /** Whether more than {@code time} has passed since then. Both moments are values of {@link System#nanoTime}. */
    public static boolean hasPassed(long nanos, long since, Duration time) {
        return nanos - since > time.toNanos();
    }
}
