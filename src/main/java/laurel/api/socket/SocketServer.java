package laurel.api.socket;

import io.micronaut.context.event.BeanCreatedEvent;
import io.micronaut.context.event.BeanCreatedEventListener;
import io.micronaut.http.netty.channel.ChannelPipelineCustomizer;
import io.micronaut.http.server.netty.NettyServerCustomizer;
import io.netty.channel.Channel;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import jakarta.inject.Provider;
import jakarta.inject.Singleton;
import laurel.Serving;
import laurel.api.access.Authenticator;
import laurel.api.access.Caller;
import laurel.api.access.CallerResolver;
import laurel.api.access.KeyScope;
import laurel.api.engine.RequestLimits;
import laurel.api.error.HttpRequestException;
import laurel.api.http.AccessFilter;
import laurel.api.http.Cors;
import laurel.api.http.RequestGate;
import laurel.api.operation.ConnectionLimits;
import laurel.api.operation.LiveConnections;
import laurel.api.operation.Operations;
import laurel.request.RequestErrorCode;
import org.jspecify.annotations.Nullable;

/** Lets clients speak graphql-transport-ws at the address of GraphQL: whom in, with which limits, and as whom. */
@Singleton
@Serving
final class SocketServer implements BeanCreatedEventListener<NettyServerCustomizer.Registry> {
    private final Provider<Beans> beans;

    SocketServer(Provider<Beans> beans) {
        this.beans = beans;
    }

    /** What a socket is made of; looked up when the first one comes, because the server is made before most of it. */
    @Singleton
    record Beans(
            Authenticator admission,
            CallerResolver callerApp,
            Operations operations,
            LiveConnections connections,
            Cors cors,
            RequestLimits limits) {}

    @Override
    public NettyServerCustomizer.Registry onCreated(BeanCreatedEvent<NettyServerCustomizer.Registry> event) {
        event.getBean().register(new Customizer(null));
        return event.getBean();
    }

    /** Puts a {@link RequestGate} and a {@link SocketUpgrade} into the pipeline of each connection. */
    private final class Customizer implements NettyServerCustomizer {
        private final @Nullable Channel channel;

        Customizer(@Nullable Channel channel) {
            this.channel = channel;
        }

        @Override
        public NettyServerCustomizer specializeForChannel(Channel made, ChannelRole role) {
            return new Customizer(made);
        }

        @Override
        public void onStreamPipelineBuilt() {
            if (channel != null
                    && channel.pipeline().get(ChannelPipelineCustomizer.HANDLER_HTTP_SERVER_CODEC) != null) {
                String codec = ChannelPipelineCustomizer.HANDLER_HTTP_SERVER_CODEC;
                var gate = new RequestGate(beans.get().limits());
                channel.pipeline()
                        .addBefore(codec, null, gate.bytes())
                        .addAfter(codec, null, new SocketUpgrade(SocketServer.this))
                        .addAfter(codec, null, gate);
            }
        }
    }

    ConnectionLimits limits() {
        return beans.get().connections().limits();
    }

    /** Why a client may not even connect; null where it may. Its key is asked for once it has. */
    @Nullable
    HttpRequestException refusal(HttpHeaders headers) {
        String host = headers.get(HttpHeaderNames.HOST, "");
        if (beans.get().admission().needed()) {
            return null;
        }
        if (!AccessFilter.ofThisMachine(host)) {
            return new HttpRequestException(403, RequestErrorCode.FORBIDDEN, AccessFilter.OTHER_HOST);
        }
        return beans.get().cors().refusal(headers.get(HttpHeaderNames.ORIGIN), host);
    }

    SocketConnection connection(Channel channel, SocketCredentials credentials) {
        Beans known = beans.get();
        return new SocketConnection(
                channel,
                known.connections(),
                known.operations().executor(),
                wire -> new SocketSession(
                        wire,
                        known.operations(),
                        known.connections().limits(),
                        init -> caller(credentials.and(init.payload())),
                        known.connections()));
    }

    private Caller caller(SocketCredentials all) {
        KeyScope scope = beans.get().admission().scope(all.authorization());
        return beans.get().callerApp().caller(scope, all.apps());
    }

    /** After the handshake. */
    void opened(SocketConnection connection, @Nullable String protocol) {
        if (!beans.get().connections().add(connection)) {
            connection.close(
                    CloseCode.TRY_AGAIN,
                    "There are " + limits().connections() + " connections, the limit laurel.limits.connections");
        } else if (connection.gone()) {
            beans.get().connections().remove(connection);
        } else if (protocol == null) {
            connection.close(CloseCode.SUBPROTOCOL, "The subprotocol must be " + SocketUpgrade.PROTOCOL);
        }
    }
}
