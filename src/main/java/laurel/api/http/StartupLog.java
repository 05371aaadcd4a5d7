package laurel.api.http;

import io.micronaut.context.annotation.Value;
import io.micronaut.context.event.ApplicationEventListener;
import io.micronaut.runtime.server.EmbeddedServer;
import io.micronaut.runtime.server.event.ServerStartupEvent;
import jakarta.inject.Singleton;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs the URLs of the page and of GraphiQL, if they are turned on, and of the API once the server has started. */
@Singleton
final class StartupLog implements ApplicationEventListener<ServerStartupEvent> {
    private static final Logger LOG = LoggerFactory.getLogger("laurel");
    private static final List<String> ALL_ADDRESSES = List.of("0.0.0.0", "::", "[::]", "0:0:0:0:0:0:0:0");

    private final boolean page;
    private final boolean graphiQL;

    StartupLog(
            @Value("${laurel.web.enabled:true}") boolean page,
            @Value("${laurel.graphiql.enabled:true}") boolean graphiQL) {
        this.page = page;
        this.graphiQL = graphiQL;
    }

    @Override
    public void onApplicationEvent(ServerStartupEvent event) {
        EmbeddedServer server = event.getSource();
        String root = root(server.getScheme(), server.getHost(), server.getPort());
        if (page) {
            LOG.info("Page      {}/", root);
        }
        if (graphiQL) {
            LOG.info("GraphiQL  {}{}", root, HttpApi.GRAPHIQL_PATH);
        }
        LOG.info("GraphQL   {}{}", root, HttpApi.GRAPHQL_PATH);
    }

    /** Returns a URL that works in a browser: localhost if the server listens on all addresses. */
    static String root(String scheme, String host, int port) {
        String name = ALL_ADDRESSES.contains(host) ? "localhost" : host;
        boolean bare = name.contains(":") && !name.startsWith("[");
        return scheme + "://" + (bare ? "[" + name + "]" : name) + ":" + port;
    }
}
