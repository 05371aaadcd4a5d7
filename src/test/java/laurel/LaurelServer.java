package laurel;

import static java.util.Objects.requireNonNull;

import io.micronaut.context.ApplicationContext;
import io.micronaut.context.env.PropertySource;
import io.micronaut.runtime.server.EmbeddedServer;
import java.io.IOException;
import java.net.URI;
import java.time.Clock;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import laurel.GraphQLClient.Answer;
import laurel.SuiteReport.Started;
import laurel.activity.BacklogProcessor;
import laurel.database.TestDatabase;
import laurel.database.Until;
import laurel.database.partition.GrowingTable;
import laurel.graphql.RequestContext;
import laurel.graphql.node.NodeId;
import laurel.graphql.node.NodeIds;
import laurel.job.JobRunner;
import laurel.request.AppSource;
import laurel.request.access.Identity;
import laurel.window.WindowOpener;
import org.jspecify.annotations.Nullable;

/** The whole service over HTTP: on a separate database, or {@link #shared} with a separate app. */
public final class LaurelServer implements AutoCloseable {
    /** The key of every request: the service requires one with an external database. */
    public static final String KEY = "key-of-the-tests-0123456789";

    /** Variables named like the type, or {@code id}. */
    private static final Pattern ID_VARIABLE = Pattern.compile("\\$(id|(\\w+)Id): ID!");

    private static final AtomicInteger APPS = new AtomicInteger();

    private final @Nullable TestDatabase database;
    private final ApplicationContext beans;
    private final EmbeddedServer http;
    private final @Nullable String app;
    private final Runnable end;

    private LaurelServer(
            @Nullable TestDatabase database,
            ApplicationContext beans,
            EmbeddedServer http,
            @Nullable String app,
            Runnable end) {
        this.database = database;
        this.beans = beans;
        this.http = http;
        this.app = app;
        this.end = end;
    }

    private static LaurelServer started(
            @Nullable TestDatabase database, Runnable afterwards, ApplicationContext beans) {
        Started.SERVICE.count();
        EmbeddedServer http = beans.getBean(EmbeddedServer.class).start();
        return new LaurelServer(database, beans, http, null, () -> {
            beans.close();
            afterwards.run();
        });
    }

    /**
     * A running service with the time of this clock and a new app. No other test uses it until it is closed; its
     * database contains the apps of earlier tests. For tests that need no settings and touch nothing outside of their
     * app. Test classes get it by {@link LaurelTest}.
     */
    public static LaurelServer shared(Clock clock) {
        return SharedServers.lease().begin(clock);
    }

    /** The same service with a new app. Closing it leaves the service running. */
    public LaurelServer inNewApp() {
        return inNewApp(() -> {});
    }

    LaurelServer inNewApp(Runnable atItsEnd) {
        String key = "app-" + APPS.incrementAndGet();
        new GraphQLClient(address(), KEY)
                .ask("mutation { createApp(input: {key: \"" + key + "\"}) { app { id } } }")
                .text("data", "createApp", "app", "id");
        return new LaurelServer(database, beans, http, key, atItsEnd);
    }

    /** Another node of the service, whose clients act in the same app. */
    public LaurelServer secondNode(Clock clock) {
        LaurelServer node = on(database(), clock);
        return new LaurelServer(node.database, node.beans, node.http, app, node.end);
    }

    /** Starts a service with the time of this clock, without the demo. */
    public static LaurelServer start(Clock clock) {
        return start(clock, Map.of());
    }

    /** Starts another node of the service, on a database that stays open when the node is closed. */
    public static LaurelServer on(TestDatabase database, Clock clock) {
        return on(database, clock, Map.of());
    }

    /** Starts another node with these settings. */
    public static LaurelServer on(TestDatabase database, Clock clock, Map<String, Object> settings) {
        return started(database, () -> {}, context(database.properties(), clock, settings));
    }

    /** Starts a service on a database that tests do not share. */
    public static LaurelServer on(String url, Clock clock) {
        return on(url, clock, Map.of());
    }

    /** Starts a service on a database that tests do not share, with these settings. */
    public static LaurelServer on(String url, Clock clock, Map<String, Object> settings) {
        return started(null, () -> {}, context(Map.of("laurel.database.url", url), clock, settings));
    }

    /** Starts a service with beans that replace its own. */
    public static LaurelServer start(Clock clock, Map<String, Object> settings, Object... beans) {
        TestDatabase database = TestDatabase.fresh();
        return started(database, database::close, context(database.properties(), clock, settings, beans));
    }

    private static ApplicationContext context(
            Map<String, ?> database, Clock clock, Map<String, Object> settings, Object... beans) {
        Map<String, Object> properties = new HashMap<>(database);
        properties.put("micronaut.server.port", -1);
        properties.put("laurel.keys", KEY);
        properties.put("laurel.demo", false);
        // On a busy machine requests can take long.
        properties.put("laurel.limits.request-time", "60s");
        // Background work runs only when a test starts it.
        properties.put("laurel.background", false);
        // Periodic work of every node would run among the statements that tests count.
        properties.put("laurel.clock.check-every", "1h");
        properties.put("laurel.sweep.every", "1h");
        properties.putAll(settings);
        return ApplicationContext.builder()
                .deduceEnvironment(false)
                .banner(false)
                .singletons(
                        Stream.concat(Stream.of(clock), Arrays.stream(beans)).toArray())
                .propertySources(PropertySource.of("test", properties, Integer.MAX_VALUE))
                .start();
    }

    public GraphQLClient client() {
        return client(KEY);
    }

    /** A client with another key. */
    public GraphQLClient client(String key) {
        GraphQLClient client = new GraphQLClient(address(), key);
        return app == null ? client : client.in(app);
    }

    /** A client with a key that is bound to an app. It does not name the app. */
    public GraphQLClient boundClient(String key) {
        return new GraphQLClient(address(), key);
    }

    /** ID of the app that clients act in. */
    public int appId() {
        return app == null
                ? AppSource.DEFAULT_APP
                : beans.getBean(AppSource.class).idOf(app).orElseThrow();
    }

    /** Key of the app that clients act in. */
    public String appKey() {
        return app == null ? AppSource.DEFAULT_APP_KEY : app;
    }

    /** The URL of GraphQL. */
    public URI address() {
        return http.getURI().resolve("/graphql");
    }

    /** The URL of a path in the app. */
    public URI ofApp(String path) {
        return http.getURI().resolve("/apps/" + appKey() + path);
    }

    /** The context of a request by an operator in the app. */
    public RequestContext request() {
        return new RequestContext(appId(), Identity.operator("test"), Instant.EPOCH, bean(NodeIds.class));
    }

    /** The global ID of an object of the app, whether or not it exists. */
    public String id(String type, int board, long... numbers) {
        return request().id(type, board, numbers);
    }

    /** Decodes a global ID. */
    public NodeId read(String id) {
        return bean(NodeIds.class).parse(id).orElseThrow();
    }

    /**
     * Runs an operation of {@code graphql/operations}. Variables that are IDs refer to the first object of their type.
     */
    public Answer run(String operation, Map<String, ?> variables) {
        return client().ask(operation, withIds(operation, variables));
    }

    /** Runs an operation as this caller. The response may have errors. */
    public Answer runAs(GraphQLClient caller, String operation) {
        return caller.send(operation, withIds(operation, Map.of()));
    }

    private Map<String, Object> withIds(String operation, Map<String, ?> variables) {
        Map<String, Object> all = new HashMap<>(variables);
        ID_VARIABLE.matcher(operation).results().forEach(variable -> {
            String type = Objects.requireNonNullElse(variable.group(2), "leaderboard");
            all.put(
                    variable.group(1),
                    type.equals("season")
                            ? lastSeason()
                            : id(Character.toUpperCase(type.charAt(0)) + type.substring(1), 1, 1));
        });
        return all;
    }

    /** The ID of the last season of the leaderboard that the operations use. */
    private String lastSeason() {
        Answer board = client().ask("{ leaderboard(key: \"arena\") { seasons(first: 1) { nodes { id } } } }");
        Object id = board.at("data", "leaderboard", "seasons", "nodes", 0, "id");
        return id == null ? id("Season", 1, 1) : id.toString();
    }

    public Answer run(String operation) {
        return run(operation, Map.of());
    }

    public <T> T bean(Class<T> type) {
        return beans.getBean(type);
    }

    /** Creates the partitions and windows that are needed now and next, as a node does when it starts. */
    public void openAhead(Instant now) {
        beans.getBeansOfType(GrowingTable.class).forEach(table -> table.openAhead(now));
        bean(WindowOpener.class).openAhead(now);
    }

    public TestDatabase database() {
        return requireNonNull(database, "not one of the tests' shared server");
    }

    /** Waits until the service has noticed that its database is available again. */
    public void awaitDatabase() throws IOException, InterruptedException {
        HealthPages.WELL.await(address());
        Until.holds(() ->
                client().send("{ leaderboards { nodes { key } } }", Map.of()).at("errors") == null);
    }

    /** Runs all jobs. */
    public void runJobs() {
        bean(JobRunner.class).drain();
    }

    /** Runs the background work of recorded activity. */
    public void drainActivity() {
        // Also what runs in the background at the moment.
        bean(BacklogProcessor.class).catchUp(appId());
        bean(BacklogProcessor.class).drain();
    }

    @Override
    public void close() {
        end.run();
    }
}
