package laurel.api.socket;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http.QueryStringDecoder;
import io.netty.handler.codec.http.websocketx.Utf8FrameValidator;
import io.netty.handler.codec.http.websocketx.WebSocketDecoderConfig;
import io.netty.handler.codec.http.websocketx.WebSocketFrameAggregator;
import io.netty.handler.codec.http.websocketx.WebSocketServerHandshaker;
import io.netty.handler.codec.http.websocketx.WebSocketServerHandshaker13;
import io.netty.util.ReferenceCountUtil;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import laurel.api.access.CallerResolver;
import laurel.api.error.HttpRequestException;
import laurel.api.error.RateLimitedException;
import laurel.api.http.ClosingResponse;
import laurel.api.http.HttpApi;
import laurel.api.http.RequestGate;
import laurel.api.rate.ClientAddresses;
import laurel.request.RequestErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * Upgrades an HTTP connection to a WebSocket, and forwards all other requests. Runs before Micronaut's own handlers, which
 * cannot reject binary frames or limit messages of many fragments.
 */
public final class SocketUpgrade extends ChannelDuplexHandler {
    public static final String PROTOCOL = "graphql-transport-ws";

    /** Paths that accept WebSockets: the API's path, with or without an app. */
    private static final Pattern PATH = Pattern.compile("(/apps/(?<app>[^/]+))?" + HttpApi.GRAPHQL_PATH);

    private final SocketServer server;
    /** Earlier requests without a complete response. */
    private int unanswered;

    private boolean upgrading;
    private @Nullable HttpRequest pending;

    SocketUpgrade(SocketServer server) {
        this.server = server;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) throws Exception {
        if (upgrading) {
            // The empty end of the request, or input that the client sent too early.
            ReferenceCountUtil.release(message);
        } else if (message instanceof HttpRequest request && isUpgrade(request)) {
            upgrading = true;
            if (unanswered == 0) {
                upgrade(ctx, request);
            } else {
                pending = request;
            }
        } else {
            unanswered += message instanceof HttpRequest ? 1 : 0;
            super.channelRead(ctx, message);
        }
    }

    /** Responses are sent in the order of the requests, so a pipelined upgrade waits for the responses before it. */
    @Override
    public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) throws Exception {
        boolean answered = message instanceof LastHttpContent && !isInterim(message);
        unanswered -= answered ? 1 : 0;
        HttpRequest next = answered && unanswered == 0 ? pending : null;
        if (next == null) {
            super.write(ctx, message, promise);
        } else {
            pending = null;
            super.write(ctx, message, promise.unvoid().addListener(written -> upgrade(ctx, next)));
        }
    }

    private static boolean isInterim(Object message) {
        return message instanceof HttpResponse response
                && response.status().codeClass() == HttpStatusClass.INFORMATIONAL;
    }

    private static boolean isUpgrade(HttpRequest request) {
        HttpHeaders headers = request.headers();
        return path(request).matches()
                && headers.containsValue(HttpHeaderNames.CONNECTION, HttpHeaderValues.UPGRADE, true)
                && headers.contains(HttpHeaderNames.UPGRADE, HttpHeaderValues.WEBSOCKET, true);
    }

    private static Matcher path(HttpRequest request) {
        return PATH.matcher(request.uri().split("\\?", 2)[0]);
    }

    /** The apps that the request names, in its path and in its header. */
    private static List<String> apps(HttpRequest request) {
        Matcher path = path(request);
        String app = path.matches() ? path.group("app") : null;
        return Stream.concat(
                        Stream.ofNullable(app).map(QueryStringDecoder::decodeComponent),
                        request.headers().getAll(CallerResolver.HEADER).stream())
                .toList();
    }

    private void upgrade(ChannelHandlerContext ctx, HttpRequest request) {
        if (!isAccepted(ctx, request)) {
            return;
        }
        var config = WebSocketDecoderConfig.newBuilder()
                .maxFramePayloadLength(server.limits().message())
                .allowExtensions(false)
                .closeOnProtocolViolation(false)
                .build();
        // Only obsolete versions of the protocol use the URL.
        handshake(
                ctx, request, new WebSocketServerHandshaker13("ws://laurel" + HttpApi.GRAPHQL_PATH, PROTOCOL, config));
    }

    /** Checks and charges the handshake. Sends the response if it is refused. */
    private boolean isAccepted(ChannelHandlerContext ctx, HttpRequest request) {
        HttpRequestException denied = server.checkAccess(request.headers());
        HttpRequestException rejection = denied == null ? checkHandshake(request) : denied;
        if (rejection != null) {
            ClosingResponse.send(ctx, rejection);
            return false;
        }
        try {
            server.chargeHandshake(ctx.channel(), request.headers());
            return true;
        } catch (RateLimitedException refusal) {
            ClosingResponse.send(ctx, refusal);
            return false;
        }
    }

    private static @Nullable HttpRequestException checkHandshake(HttpRequest request) {
        HttpHeaders headers = request.headers();
        if (!headers.contains(HttpHeaderNames.SEC_WEBSOCKET_VERSION, "13", true)) {
            return new HttpRequestException(
                    426,
                    RequestErrorCode.BAD_REQUEST,
                    "The WebSocket version must be 13.",
                    Map.of("Sec-WebSocket-Version", "13"));
        }
        boolean body = headers.contains(HttpHeaderNames.TRANSFER_ENCODING)
                || !headers.get(HttpHeaderNames.CONTENT_LENGTH, "0").equals("0");
        return body || !HttpMethod.GET.equals(request.method()) || !headers.contains(HttpHeaderNames.SEC_WEBSOCKET_KEY)
                ? new HttpRequestException(
                        400,
                        RequestErrorCode.BAD_REQUEST,
                        "A WebSocket handshake must be a GET request with `Sec-WebSocket-Key` and without a body.")
                : null;
    }

    private void handshake(ChannelHandlerContext ctx, HttpRequest request, WebSocketServerHandshaker handshaker) {
        var credentials = new SocketCredentials(
                request.headers().getAll(HttpHeaderNames.AUTHORIZATION),
                apps(request),
                request.headers().getAll(ClientAddresses.HEADER),
                server.checkOrigin(request.headers()));
        var full =
                new DefaultFullHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.GET, request.uri(), Unpooled.EMPTY_BUFFER);
        full.headers().set(request.headers());
        List<String> httpHandlers = httpHandlers(ctx.pipeline());
        handshaker
                .handshake(ctx.channel(), full, null, ctx.channel().newPromise())
                .addListener(done -> {
                    if (done.isSuccess()) {
                        beginSession(ctx, httpHandlers, credentials, handshaker.selectedSubprotocol());
                    } else {
                        ctx.close();
                    }
                });
    }

    /** The names of the HTTP handlers after this one. */
    private List<String> httpHandlers(ChannelPipeline pipeline) {
        List<String> names = new ArrayList<>(pipeline.names());
        return names.subList(names.indexOf(pipeline.context(this).name()) + 1, names.size());
    }

    private void beginSession(
            ChannelHandlerContext ctx,
            List<String> httpHandlers,
            SocketCredentials credentials,
            @Nullable String protocol) {
        ChannelPipeline pipeline = ctx.pipeline();
        for (String name : httpHandlers) {
            ChannelHandler handler = pipeline.get(name);
            if (handler != null) {
                pipeline.remove(handler);
            }
        }
        SocketConnection connection = server.createConnection(ctx.channel(), credentials);
        pipeline.addLast(
                new Utf8FrameValidator(false),
                new WebSocketFrameAggregator(server.limits().message()),
                connection);
        pipeline.remove(this);
        pipeline.remove(RequestGate.class);
        pipeline.remove(RequestGate.Bytes.class);
        // Micronaut's handlers, which controlled reading, are removed.
        ctx.channel().config().setAutoRead(true);
        server.addConnection(connection, protocol);
    }
}
