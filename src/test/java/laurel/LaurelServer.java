package laurel;

import static java.util.Objects.requireNonNull;

import io.micronaut.context.ApplicationContext;
import io.micronaut.context.env.PropertySource;
import io.micronaut.runtime.server.EmbeddedServer;
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
import laurel.database.TestDatabase;
import laurel.database.partition.GrowingTable;
import laurel.graphql.RequestContext;
import laurel.graphql.node.NodeId;
import laurel.graphql.node.NodeIds;
import laurel.job.JobRunner;
import laurel.request.AppSource;
import laurel.streak.BackgroundParts;
import laurel.window.WindowOpener;
import org.jspecify.annotations.Nullable;

/** The whole service over HTTP, on a database of a test's own or, {@link #shared}, in an app of its own. */
public final class LaurelServer implements AutoCloseable {
    /** The key that every request carries: the service demands one with an external database. */
    public static final String KEY = "key-of-the-tests-0123456789";

    /** Named like the type, or {@code id} alone. */
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
     * A service that runs already, at the time of this clock, in a new app. Until it is closed nobody else uses it; its
     * database holds the apps of tests that are over. For tests that need no settings, and neither ask nor change what is
     * not their app's; a test class has it by {@link LaurelTest}.
     */
    public static LaurelServer shared(Clock clock) {
        return SharedServers.lease().begin(clock);
    }

    /** The same service in a new app. Closing it leaves the service running. */
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

    /** One more node of the service, whose clients act in the same app. */
    public LaurelServer secondNode(Clock clock) {
        LaurelServer node = on(database(), clock);
        return new LaurelServer(node.database, node.beans, node.http, app, node.end);
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
        return started(database, () -> {}, context(database.properties(), clock, settings));
    }

    /** On a database that the tests do not share. */
    public static LaurelServer on(String url, Clock clock) {
        return on(url, clock, Map.of());
    }

    /** The same, with settings of its own. */
    public static LaurelServer on(String url, Clock clock, Map<String, Object> settings) {
        return started(null, () -> {}, context(Map.of("laurel.database.url", url), clock, settings));
    }

    /** With beans that replace those of the service. */
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
        // On a busy machine a request may take its time.
        properties.put("laurel.limits.request-time", "60s");
        // Windows close, messages are sent and badges are awarded when a test says so, not behind its back.
        properties.put("laurel.background", false);
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

    /** With a key other than the tests'. */
    public GraphQLClient client(String key) {
        GraphQLClient client = new GraphQLClient(address(), key);
        return app == null ? client : client.in(app);
    }

    /** The id of the app that clients act in. */
    public int appId() {
        return app == null
                ? AppSource.DEFAULT_APP
                : beans.getBean(AppSource.class).idOf(app).orElseThrow();
    }

    /** Where GraphQL is spoken. */
    public URI address() {
        return http.getURI().resolve("/graphql");
    }

    /** A request of an operator in the app. */
    public RequestContext request() {
        return new RequestContext(appId(), true, Instant.EPOCH, bean(NodeIds.class));
    }

    /** The ID of an object of the clients' app, whether or not it exists. */
    public String id(String type, int board, long... numbers) {
        return request().id(type, board, numbers);
    }

    /** What an ID stands for. */
    public NodeId read(String id) {
        return bean(NodeIds.class).parse(id).orElseThrow();
    }

    /** Runs an operation of {@code graphql/operations}; its variables that are IDs stand for the first of their types. */
    public Answer run(String operation, Map<String, ?> variables) {
        Map<String, Object> all = new HashMap<>(variables);
        ID_VARIABLE.matcher(operation).results().forEach(variable -> {
            String type = Objects.requireNonNullElse(variable.group(2), "leaderboard");
            all.put(
                    variable.group(1),
                    type.equals("season")
                            ? lastSeason()
                            : id(Character.toUpperCase(type.charAt(0)) + type.substring(1), 1, 1));
        });
        return client().ask(operation, all);
    }

    /** The ID of the last season of the operations' board. */
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

    /** Does what a node does by itself when it starts: makes the partitions and windows of this time and the next. */
    public void openAhead(Instant now) {
        beans.getBeansOfType(GrowingTable.class).forEach(table -> table.openAhead(now));
        bean(WindowOpener.class).openAhead(now);
    }

    public TestDatabase database() {
        return requireNonNull(database, "not one of the tests' shared server");
    }

    /** Does all jobs. */
    public void runJobs() {
        bean(JobRunner.class).drain();
    }

    /** Does what recording activity has left to the background. */
    public void drainActivity() {
        bean(BackgroundParts.class).drain();
    }

    @Override
    public void close() {
        end.run();
    }
}
