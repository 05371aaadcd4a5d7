package laurel.api.socket;

import io.micronaut.context.event.BeanCreatedEvent;
import io.micronaut.context.event.BeanCreatedEventListener;
import io.micronaut.http.netty.channel.ChannelPipelineCustomizer;
import io.micronaut.http.server.netty.NettyServerCustomizer;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import jakarta.inject.Provider;
import jakarta.inject.Singleton;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import laurel.Serving;
import laurel.api.access.Authenticator;
import laurel.api.access.Caller;
import laurel.api.access.CallerResolver;
import laurel.api.engine.RequestLimits;
import laurel.api.error.HttpRequestException;
import laurel.api.http.AccessFilter;
import laurel.api.http.Cors;
import laurel.api.http.RequestGate;
import laurel.api.operation.ConnectionLimits;
import laurel.api.operation.LiveConnections;
import laurel.api.operation.Operations;
import laurel.api.rate.Budget;
import laurel.api.rate.ClientAddresses;
import laurel.api.rate.RateLimiter;
import laurel.request.RequestErrorCode;
import laurel.request.access.Identity;
import laurel.request.access.Role;
import org.jspecify.annotations.Nullable;

/** Adds the handlers for WebSockets to each connection, and creates their sessions: access, limits and callers. */
@Singleton
@Serving
final class SocketServer implements BeanCreatedEventListener<NettyServerCustomizer.Registry> {
    private final Provider<Beans> beans;
    private final Map<EventLoop, FrameQueue> frames = new ConcurrentHashMap<>();

    SocketServer(Provider<Beans> beans) {
        this.beans = beans;
    }

    /** Dependencies. Resolved lazily, because the HTTP server is created before most of them. */
    @Singleton
    record Beans(
            Authenticator authenticator,
            CallerResolver callers,
            RateLimiter rates,
            ClientAddresses addresses,
            Operations operations,
            LiveConnections connections,
            Cors cors,
            RequestLimits limits) {}

    @Override
    public NettyServerCustomizer.Registry onCreated(BeanCreatedEvent<NettyServerCustomizer.Registry> event) {
        event.getBean().register(new Customizer(null));
        return event.getBean();
    }

    /** Adds a {@link RequestGate} and a {@link SocketUpgrade} to the pipeline of each connection. */
    private final class Customizer implements NettyServerCustomizer {
        private final @Nullable Channel channel;

        Customizer(@Nullable Channel channel) {
            this.channel = channel;
        }

        @Override
        public NettyServerCustomizer specializeForChannel(Channel child, ChannelRole role) {
            return new Customizer(child);
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

    /** Returns why a client may not connect; null if it may. Keys are checked after the handshake. */
    @Nullable
    HttpRequestException checkAccess(HttpHeaders headers) {
        String host = headers.get(HttpHeaderNames.HOST, "");
        if (beans.get().authenticator().required()) {
            return null;
        }
        if (!AccessFilter.isLocalhost(host)) {
            return new HttpRequestException(403, RequestErrorCode.FORBIDDEN, AccessFilter.OTHER_HOST);
        }
        return checkOrigin(headers);
    }

    /**
     * Returns why a page of this origin may not connect without credentials; null if it may. Browsers let every page open and
     * read a WebSocket.
     */
    @Nullable
    HttpRequestException checkOrigin(HttpHeaders headers) {
        return beans.get().cors().check(headers.get(HttpHeaderNames.ORIGIN), headers.get(HttpHeaderNames.HOST, ""));
    }

    /** Charges a handshake to the address of its client until its caller is known. Throws RATE_LIMITED. */
    void chargeHandshake(Channel channel, HttpHeaders headers) {
        Beans resolved = beans.get();
        if (resolved.authenticator().required()) {
            String address = resolved.addresses().of(channel.remoteAddress(), headers.getAll(ClientAddresses.HEADER));
            resolved.rates().handshakes(address).chargeRequest();
        }
    }

    SocketConnection createConnection(Channel channel, SocketCredentials credentials) {
        Beans resolved = beans.get();
        return new SocketConnection(
                channel,
                frames.computeIfAbsent(channel.eventLoop(), FrameQueue::new),
                resolved.connections(),
                resolved.operations().executor(),
                transport -> new SocketSession(
                        transport,
                        resolved.operations(),
                        resolved.connections().limits(),
                        init -> caller(
                                credentials.merge(init.payload()),
                                resolved.addresses().of(channel.remoteAddress(), credentials.forwarded())),
                        resolved.connections()));
    }

    private Caller caller(SocketCredentials credentials, String address) {
        RateLimiter rates = beans.get().rates();
        Identity identity;
        try {
            identity = beans.get()
                    .authenticator()
                    .authenticate(credentials.authorization(), key -> rates.checkUnread(key, address));
        } catch (HttpRequestException e) {
            throw credentials.authorization().isEmpty() ? e : rates.failedAuthentication(address, e);
        }
        if (identity.role() == Role.ANONYMOUS && credentials.otherOrigin() != null) {
            throw credentials.otherOrigin();
        }
        Budget budget = rates.budget(identity, address);
        Caller caller =
                beans.get().callers().resolve(identity, credentials.apps()).with(budget);
        budget.chargeRequest();
        if (beans.get().authenticator().required()) {
            rates.handshakes(address).refundRequest();
        }
        return caller;
    }

    /** Adds a connection after its handshake. */
    void addConnection(SocketConnection connection, @Nullable String protocol) {
        if (!beans.get().connections().add(connection)) {
            connection.close(CloseCode.TRY_AGAIN, limits().full());
        } else if (connection.isDisconnected()) {
            beans.get().connections().remove(connection);
        } else if (protocol == null) {
            connection.close(CloseCode.SUBPROTOCOL, "The subprotocol must be " + SocketUpgrade.PROTOCOL + ".");
        }
    }
}
