package laurel;

import static java.util.Objects.requireNonNull;

import io.micronaut.context.ApplicationContext;
import io.micronaut.context.env.PropertySource;
import io.micronaut.runtime.server.EmbeddedServer;
import java.net.URI;
import java.time.Clock;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import laurel.SuiteReport.Started;
import laurel.database.TestDatabase;
import org.jspecify.annotations.Nullable;

/** The whole service over HTTP on a database of a test's own. */
public final class LaurelServer implements AutoCloseable {
    /** The key that every request carries: the service demands one with an external database. */
    public static final String KEY = "key-of-the-tests-0123456789";

    private final @Nullable TestDatabase database;
    private final Runnable afterwards;
    private final ApplicationContext beans;
    private final EmbeddedServer http;

    private LaurelServer(@Nullable TestDatabase database, Runnable afterwards, ApplicationContext beans) {
        Started.SERVICE.count();
        this.database = database;
        this.afterwards = afterwards;
        this.beans = beans;
        this.http = beans.getBean(EmbeddedServer.class).start();
    }

    /** Without the demo, at the time of this clock. */
    public static LaurelServer start(Clock clock) {
        return start(clock, Map.of());
    }

    /** One more node of the service, on a database that stays when it is closed. */
    public static LaurelServer on(TestDatabase database, Clock clock) {
        return on(database, clock, Map.of());
    }

    /** The same, with settings of its own. */
    public static LaurelServer on(TestDatabase database, Clock clock, Map<String, Object> settings) {
        return new LaurelServer(database, () -> {}, context(database.properties(), clock, settings));
    }

    /** On a database that the tests do not share. */
    public static LaurelServer on(String url, Clock clock) {
        return on(url, clock, Map.of());
    }

    /** The same, with settings of its own. */
    public static LaurelServer on(String url, Clock clock, Map<String, Object> settings) {
        return new LaurelServer(null, () -> {}, context(Map.of("laurel.database.url", url), clock, settings));
    }

    /** With beans in place of the service's own. */
    public static LaurelServer start(Clock clock, Map<String, Object> settings, Object... beans) {
        TestDatabase database = TestDatabase.fresh();
        return new LaurelServer(database, database::close, context(database.properties(), clock, settings, beans));
    }

    private static ApplicationContext context(
            Map<String, ?> database, Clock clock, Map<String, Object> settings, Object... beans) {
        Map<String, Object> properties = new HashMap<>(database);
        properties.put("micronaut.server.port", -1);
        properties.put("laurel.keys", KEY);
        properties.put("laurel.demo", false);
        // On a busy machine a request may take its time.
        properties.put("laurel.limits.time", "60s");
        // Windows close when a test says so: what it has counted or compared does not change behind its back.
        properties.put("laurel.lifecycle.every", "1h");
        properties.put("laurel.lifecycle.tidy-every", "1h");
        // So are messages made and sent.
        properties.put("laurel.webhooks.every", "1h");
        properties.put("laurel.webhooks.look-every", "1h");
        // And badges awarded that no activity earns.
        properties.put("laurel.badges.every", "1h");
        properties.put("laurel.badges.look-every", "1h");
        properties.putAll(settings);
        return ApplicationContext.builder()
                .deduceEnvironment(false)
                .banner(false)
                .singletons(Stream.concat(Stream.of(clock), Arrays.stream(beans)).toArray())
                .propertySources(PropertySource.of("test", properties, Integer.MAX_VALUE))
                .start();
    }

    public GraphQLClient client() {
        return client(KEY);
    }

    /** With a key other than the tests'. */
    public GraphQLClient client(String key) {
        return new GraphQLClient(address(), key);
    }

    /** Where GraphQL is spoken. */
    public URI address() {
        return http.getURI().resolve("/graphql");
    }

    public <T> T bean(Class<T> type) {
        return beans.getBean(type);
    }

    public TestDatabase database() {
        return requireNonNull(database, "not one of the tests' shared server");
    }

    @Override
    public void close() {
        beans.close();
        afterwards.run();
    }
}
