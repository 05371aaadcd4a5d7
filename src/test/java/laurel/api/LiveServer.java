package laurel.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import laurel.api.operation.LiveConnections;
import laurel.database.Until;

/** A server with a {@link LiveSchema} and small limits. Connections are checked only when a test does so. */
public final class LiveServer implements AutoCloseable {
    public static final int CONNECTIONS = 4;
    public static final int SUBSCRIPTIONS = 3;
    public static final int MESSAGE = 4_000;
    public static final int BUFFER = 20_000;

    public final LiveSchema schema = new LiveSchema();
    private final TestServer server;

    /** @param beans replacements for beans of the service, such as its clock */
    public LiveServer(Map<String, Object> properties, Object... beans) {
        Map<String, Object> settings = new HashMap<>(Map.of(
                "laurel.limits.connections", CONNECTIONS,
                "laurel.limits.subscriptions", SUBSCRIPTIONS,
                "laurel.limits.message-size", MESSAGE,
                "laurel.limits.buffer-size", BUFFER,
                "laurel.live.check-every", "1h"));
        settings.putAll(properties);
        server = new TestServer(LiveSchema.SDL, schema, settings, beans);
    }

    public URI uri() {
        return server.uri("/graphql");
    }

    public TestServer.Answer send(HttpRequest.Builder request) {
        return server.send(request);
    }

    public <T> T bean(Class<T> type) {
        return server.beans().getBean(type);
    }

    /** Checks connections as if this time had passed. */
    public void checkAfter(Duration time) {
        bean(LiveConnections.class).check(System.nanoTime() + time.toNanos());
    }

    public double gauge(String name) {
        return bean(MeterRegistry.class).get(name).gauge().value();
    }

    /** The counter of dropped clients at {@code /prometheus}. */
    public double dropped() {
        return server.send(HttpRequest.newBuilder(server.uri("/prometheus")))
                .text()
                .lines()
                .filter(line -> line.startsWith("laurel_live_dropped_total"))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
                .findFirst()
                .orElseThrow();
    }

    /** Waits until no connections and subscriptions are left, and asserts that the server still works. */
    public void assertIdle() {
        Until.holds(() -> gauge("laurel.live.connections") == 0);
        Until.holds(() -> gauge("laurel.live.subscriptions") == 0);
        Until.holds(() -> schema.activeListeners() == 0);
        assertThat(server.query("{ __typename }").status()).isIn(200, 401);
    }

    @Override
    public void close() {
        server.close();
    }
}
