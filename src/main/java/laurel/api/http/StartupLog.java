package laurel.api.http;

import io.micronaut.context.annotation.Value;
import io.micronaut.context.event.ApplicationEventListener;
import io.micronaut.runtime.server.EmbeddedServer;
import io.micronaut.runtime.server.event.ServerStartupEvent;
import jakarta.inject.Singleton;
import java.net.URI;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs the URLs of GraphiQL, if it is turned on, and of the API once the server has started. */
@Singleton
final class StartupLog implements ApplicationEventListener<ServerStartupEvent> {
    private static final Logger LOG = LoggerFactory.getLogger("laurel");
    private static final List<String> ALL_ADDRESSES = List.of("0.0.0.0", "::", "[::]", "0:0:0:0:0:0:0:0");

    private final boolean graphiQL;

    StartupLog(@Value("${laurel.graphiql.enabled:true}") boolean graphiQL) {
        this.graphiQL = graphiQL;
    }

    @Override
    public void onApplicationEvent(ServerStartupEvent event) {
        EmbeddedServer server = event.getSource();
        String root = root(server.getURI());
        if (graphiQL) {
            LOG.info("GraphiQL  {}{}", root, HttpApi.GRAPHIQL_PATH);
        }
        LOG.info("GraphQL   {}{}", root, HttpApi.GRAPHQL_PATH);
    }

    /** Returns a URL that works in a browser: localhost if the server listens on all addresses. */
    static String root(URI server) {
        String host =
                server.getHost() == null || ALL_ADDRESSES.contains(server.getHost()) ? "localhost" : server.getHost();
        return server.getScheme() + "://" + host + ":" + server.getPort();
    }
}
