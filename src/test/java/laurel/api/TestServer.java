package laurel.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.micronaut.context.ApplicationContext;
import io.micronaut.context.BeanContext;
import io.micronaut.context.BeanResolutionContext;
import io.micronaut.context.env.PropertySource;
import io.micronaut.inject.BeanConfiguration;
import io.micronaut.inject.BeanDefinitionReference;
import io.micronaut.runtime.server.EmbeddedServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Consumer;
import laurel.Laurel;
import laurel.SuiteReport.Started;
import laurel.api.schema.ClasspathSchema;
import laurel.api.schema.SchemaSource;
import laurel.graphql.Binding;
import laurel.graphql.node.NodeIds;
import laurel.request.AppSource;
import laurel.request.JsonBytes;
import laurel.request.RequestErrorCode;
import laurel.request.RequestException;
import laurel.request.StrictJson;
import laurel.request.access.Identity;
import laurel.request.access.KeySource;
import laurel.request.access.TokenVerifier;
import laurel.request.cache.RowVersions;
import org.jspecify.annotations.Nullable;

/** Only the HTTP layer, with the schema and the apps of a test, without features and database. */
public final class TestServer implements AutoCloseable {
    /** An app besides the default one; its id is 1001. */
    public static final String OTHER_APP = "other";

    /** The token of a player, for tests of the HTTP layer. */
    public static final String PLAYER_TOKEN = "player.ACCOUNT-42.signed";

    /** When it expires. */
    public static final Instant PLAYER_TOKEN_EXPIRES = Instant.parse("2100-01-01T00:00:00Z");

    /** IDs with a key of no database. */
    public static final NodeIds IDS = new NodeIds(new byte[32]);

    /** Without a database no rows are in memory. */
    private static final RowVersions NO_ROWS = new RowVersions(rows -> List.of(), 0);

    private final EmbeddedServer server;

    /** Gives access to every caller, unless the schema has directives of its own. */
    public static String withAccess(String schema) {
        return schema.contains("@access(role:")
                ? schema
                : schema.replaceAll("(?m)^( *type [^{]+)\\{", "$1@access(role: ANONYMOUS) {")
                        + "directive @access(role: Role!, server: Role) on OBJECT | FIELD_DEFINITION\n"
                        + "enum Role { ANONYMOUS PLAYER READER WRITER ADMIN }\n";
    }

    /** @param beans replacements for beans of the service, such as its clock */
    public TestServer(String schema, Binding binding, Map<String, Object> properties, Object... beans) {
        SchemaSource source = () -> ClasspathSchema.parse(Map.of("test.graphqls", withAccess(schema)));
        AppSource apps = new TestApps();
        KeySource keys = new NoKeys();
        TokenVerifier tokens = TestServer::player;
        Started.SERVICE.count();
        this.server = ApplicationContext.builder()
                .beanConfigurations(new Rest())
                .singletons(source, binding, apps, keys, tokens, IDS, NO_ROWS)
                .singletons(beans)
                .banner(false)
                .deduceEnvironment(false)
                .propertySources(PropertySource.of("test", settings(properties), Integer.MAX_VALUE))
                .start()
                .getBean(EmbeddedServer.class)
                .start();
    }

    /** No stored keys. */
    private static final class NoKeys implements KeySource {
        @Override
        public boolean isCached(String key) {
            return true;
        }

        @Override
        public @Nullable Identity identity(String key, Instant now, Consumer<String> beforeRead) {
            return null;
        }

        @Override
        public boolean isValid(Identity identity, Instant now) {
            return false;
        }
    }

    /** Two apps, without anonymous callers. */
    private static final class TestApps implements AppSource {
        @Override
        public OptionalInt idOf(String key) {
            return switch (key) {
                case AppSource.DEFAULT_APP_KEY -> OptionalInt.of(AppSource.DEFAULT_APP);
                case OTHER_APP -> OptionalInt.of(1_001);
                default -> OptionalInt.empty();
            };
        }

        @Override
        public boolean isAnonymousKnown() {
            return true;
        }

        @Override
        public Set<Integer> anonymousApps() {
            return Set.of();
        }
    }

    /** Accepts only {@link #PLAYER_TOKEN}. */
    private static Identity player(String token) {
        if (!token.equals(PLAYER_TOKEN)) {
            throw new RequestException(RequestErrorCode.UNAUTHENTICATED, "The signature of the token is not valid.");
        }
        var player = new Identity.Player("ACCOUNT", "42");
        return Identity.player("player ACCOUNT/42", AppSource.DEFAULT_APP_KEY, player, PLAYER_TOKEN_EXPIRES);
    }

    private static Map<String, Object> settings(Map<String, Object> properties) {
        Map<String, Object> all =
                new HashMap<>(Map.of("micronaut.server.port", -1, "datasources.default.enabled", false));
        all.putAll(properties);
        return all;
    }

    public ApplicationContext beans() {
        return server.getApplicationContext();
    }

    public URI uri(String path) {
        return URI.create("http://127.0.0.1:" + server.getPort() + path);
    }

    /** Sends JSON and asks for {@code application/graphql-response+json}. */
    public Answer post(String json) {
        return send(HttpRequest.newBuilder(uri("/graphql"))
                .header("Content-Type", "application/json")
                .header("Accept", "application/graphql-response+json")
                .POST(HttpRequest.BodyPublishers.ofString(json)));
    }

    /** Sends a query without variables. */
    public Answer query(String query) {
        return post(request(query, Map.of()));
    }

    public Answer query(String query, Map<String, ?> variables) {
        return post(request(query, variables));
    }

    public static String request(String query, Map<String, ?> variables) {
        return new String(JsonBytes.of(Map.of("query", query, "variables", variables)), UTF_8);
    }

    public Answer send(HttpRequest.Builder request) {
        // A new connection: the server closes a connection if it does not read a body, while the next request is
        // sent.
        try (HttpClient client = HttpClient.newHttpClient()) {
            var sent = request.timeout(Duration.ofSeconds(60)).build();
            return new Answer(client.send(sent, BodyHandlers.ofByteArray()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        server.close();
        server.getApplicationContext().close();
    }

    /** A response and its JSON. */
    public record Answer(HttpResponse<byte[]> http) {
        public int status() {
            return http.statusCode();
        }

        public String header(String name) {
            return http.headers().firstValue(name).orElse("");
        }

        public String text() {
            return new String(http.body(), UTF_8);
        }

        /** The value at this path of names and indexes, or null. */
        @Nullable
        public Object at(Object... path) {
            Object value = StrictJson.read(http.body(), "The answer");
            for (Object step : path) {
                value = switch (Objects.requireNonNullElse(value, "")) {
                    case Map<?, ?> object -> object.get(step);
                    case List<?> list -> step instanceof Integer place && list.size() > place ? list.get(place) : null;
                    default -> null;
                };
            }
            return value;
        }

        @Nullable
        public Object code() {
            return at("errors", 0, "extensions", "code");
        }

        @Nullable
        public Object message() {
            return at("errors", 0, "message");
        }
    }

    /** Excludes all beans of Laurel outside of this layer, and the schema factory. */
    private static final class Rest implements BeanConfiguration {
        @Override
        public Package getPackage() {
            return Laurel.class.getPackage();
        }

        @Override
        public String getName() {
            return "rest of laurel";
        }

        @Override
        public @Nullable String getVersion() {
            return null;
        }

        @Override
        @SuppressWarnings("rawtypes")
        public boolean isWithin(BeanDefinitionReference bean) {
            String name = bean.getBeanDefinitionName();
            return name.startsWith("laurel.") && (!name.startsWith("laurel.api.") || name.contains("ClasspathSchema"));
        }

        /** Never true, so that the beans of the package are not loaded. */
        @Override
        public boolean isEnabled(BeanContext context, @Nullable BeanResolutionContext resolution) {
            return false;
        }
    }
}
