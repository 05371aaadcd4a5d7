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

/** The HTTP listeners and connections. Closes them when the service stops. */
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

    /** Adds an {@link HttpConnection} to the pipeline of each connection. */
    private final class Customizer implements NettyServerCustomizer {
        private final @Nullable Channel channel;

        Customizer(@Nullable Channel channel) {
            this.channel = channel;
        }

        @Override
        public NettyServerCustomizer specializeForChannel(Channel child, ChannelRole role) {
            if (role == ChannelRole.LISTENER) {
                listeners.add(child);
            }
            return new Customizer(child);
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

    /** Makes each connection close after its last response. Returns whether only event streams are open. */
    boolean finish() {
        open.forEach(HttpConnection::finish);
        return open.stream().allMatch(HttpConnection::isStream);
    }
}
