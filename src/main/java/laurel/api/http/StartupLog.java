package laurel.api.http;

import io.micronaut.context.event.ApplicationEventListener;
import io.micronaut.runtime.server.EmbeddedServer;
import io.micronaut.runtime.server.event.ServerStartupEvent;
import jakarta.inject.Singleton;
import java.net.URI;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says where to go, once there is something to go to. */
@Singleton
public final class StartupLog implements ApplicationEventListener<ServerStartupEvent> {
    private static final Logger LOG = LoggerFactory.getLogger("laurel");
    private static final List<String> EVERY_ADDRESS = List.of("0.0.0.0", "::", "[::]", "0:0:0:0:0:0:0:0");

    @Override
    public void onApplicationEvent(ServerStartupEvent event) {
        EmbeddedServer server = event.getSource();
        String root = root(server.getURI());
        LOG.info("GraphiQL  {}{}", root, HttpApi.GRAPHIQL_PATH);
        LOG.info("GraphQL   {}{}", root, HttpApi.GRAPHQL_PATH);
    }

    /** The address to type: a server that listens everywhere is found here. */
    public static String root(URI server) {
        String host =
                server.getHost() == null || EVERY_ADDRESS.contains(server.getHost()) ? "localhost" : server.getHost();
        return server.getScheme() + "://" + host + ":" + server.getPort();
    }
}
