package laurel.api.http;

import io.micronaut.context.event.BeanCreatedEvent;
import io.micronaut.context.event.BeanCreatedEventListener;
import io.micronaut.http.netty.channel.ChannelPipelineCustomizer;
import io.micronaut.http.server.netty.NettyServerCustomizer;
import io.netty.channel.Channel;
import jakarta.inject.Singleton;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import laurel.Serving;
import org.jspecify.annotations.Nullable;

/** The listeners and connections of HTTP, which are closed in order when the service stops. */
@Singleton
@Serving
final class HttpConnections implements BeanCreatedEventListener<NettyServerCustomizer.Registry> {
    private final Set<Channel> listeners = ConcurrentHashMap.newKeySet();
    private final Set<HttpConnection> open = ConcurrentHashMap.newKeySet();

    @Override
    public NettyServerCustomizer.Registry onCreated(BeanCreatedEvent<NettyServerCustomizer.Registry> event) {
        event.getBean().register(new Customizer(null));
        return event.getBean();
    }

    /** Puts a {@link HttpConnection} into the pipeline of each connection. */
    private final class Customizer implements NettyServerCustomizer {
        private final @Nullable Channel channel;

        Customizer(@Nullable Channel channel) {
            this.channel = channel;
        }

        @Override
        public NettyServerCustomizer specializeForChannel(Channel made, ChannelRole role) {
            if (role == ChannelRole.LISTENER) {
                listeners.add(made);
            }
            return new Customizer(made);
        }

        @Override
        public void onStreamPipelineBuilt() {
            if (channel != null
                    && channel.pipeline().get(ChannelPipelineCustomizer.HANDLER_HTTP_SERVER_CODEC) != null) {
                channel.pipeline()
                        .addAfter(
                                ChannelPipelineCustomizer.HANDLER_HTTP_SERVER_CODEC,
                                null,
                                new HttpConnection(HttpConnections.this));
            }
        }
    }

    void add(HttpConnection connection) {
        open.add(connection);
    }

    void remove(HttpConnection connection) {
        open.remove(connection);
    }

    /** Accepts no more connections. */
    void closeListeners() {
        listeners.stream().filter(Channel::isOpen).forEach(Channel::close);
    }

    /** Makes each connection close when it has answered. True if only streams of events are open. */
    boolean finished() {
        open.forEach(HttpConnection::finish);
        return open.stream().allMatch(HttpConnection::isStream);
    }
}
