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
import laurel.api.http.ClosingResponse;
import laurel.api.http.HttpApi;
import laurel.api.http.RequestGate;
import laurel.request.RequestErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * Waits in each HTTP connection for the request that turns it into a WebSocket, and lets all others pass. It stands before
 * Micronaut's own handlers, which give a WebSocket no way to refuse binary frames or to bound a message of many fragments.
 */
public final class SocketUpgrade extends ChannelDuplexHandler {
    public static final String PROTOCOL = "graphql-transport-ws";

    /** Where a WebSocket is asked for: the API's path, be it that of one app. */
    private static final Pattern ADDRESS = Pattern.compile("(/apps/(?<app>[^/]+))?" + HttpApi.GRAPHQL_PATH);

    private final SocketServer sockets;
    /** Requests before it that are not answered yet. */
    private int unanswered;

    private boolean upgrading;
    private @Nullable HttpRequest held;

    SocketUpgrade(SocketServer sockets) {
        this.sockets = sockets;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) throws Exception {
        if (upgrading) {
            // Its empty end, or what should have waited for the answer.
            ReferenceCountUtil.release(message);
        } else if (message instanceof HttpRequest request && wanted(request)) {
            upgrading = true;
            if (unanswered == 0) {
                upgrade(ctx, request);
            } else {
                held = request;
            }
        } else {
            unanswered += message instanceof HttpRequest ? 1 : 0;
            super.channelRead(ctx, message);
        }
    }

    /** Answers leave in the order of the requests: one that was sent without waiting for those before is held until then. */
    @Override
    public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) throws Exception {
        boolean answered = message instanceof LastHttpContent && !interim(message);
        unanswered -= answered ? 1 : 0;
        HttpRequest next = answered && unanswered == 0 ? held : null;
        if (next == null) {
            super.write(ctx, message, promise);
        } else {
            held = null;
            super.write(ctx, message, promise.unvoid().addListener(written -> upgrade(ctx, next)));
        }
    }

    private static boolean interim(Object message) {
        return message instanceof HttpResponse response
                && response.status().codeClass() == HttpStatusClass.INFORMATIONAL;
    }

    private static boolean wanted(HttpRequest request) {
        HttpHeaders headers = request.headers();
        return address(request).matches()
                && headers.containsValue(HttpHeaderNames.CONNECTION, HttpHeaderValues.UPGRADE, true)
                && headers.contains(HttpHeaderNames.UPGRADE, HttpHeaderValues.WEBSOCKET, true);
    }

    private static Matcher address(HttpRequest request) {
        return ADDRESS.matcher(request.uri().split("\\?", 2)[0]);
    }

    /** The apps that the request names, by its address and by its header. */
    private static List<String> apps(HttpRequest request) {
        Matcher address = address(request);
        String app = address.matches() ? address.group("app") : null;
        return Stream.concat(
                        Stream.ofNullable(app).map(QueryStringDecoder::decodeComponent),
                        request.headers().getAll(CallerResolver.HEADER).stream())
                .toList();
    }

    private void upgrade(ChannelHandlerContext ctx, HttpRequest request) {
        HttpRequestException barred = sockets.refusal(request.headers());
        HttpRequestException refusal = barred == null ? misshapen(request) : barred;
        if (refusal != null) {
            ClosingResponse.send(ctx, refusal);
            return;
        }
        var config = WebSocketDecoderConfig.newBuilder()
                .maxFramePayloadLength(sockets.limits().message())
                .allowExtensions(false)
                .closeOnProtocolViolation(false)
                .build();
        // The address that it asks for is only repeated by versions of the protocol that nobody speaks any more.
        shake(ctx, request, new WebSocketServerHandshaker13("ws://laurel" + HttpApi.GRAPHQL_PATH, PROTOCOL, config));
    }

    private static @Nullable HttpRequestException misshapen(HttpRequest request) {
        HttpHeaders headers = request.headers();
        if (!headers.contains(HttpHeaderNames.SEC_WEBSOCKET_VERSION, "13", true)) {
            return new HttpRequestException(
                    426,
                    RequestErrorCode.BAD_REQUEST,
                    "The version of WebSocket must be 13",
                    Map.of("Sec-WebSocket-Version", "13"));
        }
        boolean body = headers.contains(HttpHeaderNames.TRANSFER_ENCODING)
                || !headers.get(HttpHeaderNames.CONTENT_LENGTH, "0").equals("0");
        return body || !HttpMethod.GET.equals(request.method()) || !headers.contains(HttpHeaderNames.SEC_WEBSOCKET_KEY)
                ? new HttpRequestException(
                        400,
                        RequestErrorCode.BAD_REQUEST,
                        "A WebSocket must be requested by GET, with a Sec-WebSocket-Key and without a body")
                : null;
    }

    private void shake(ChannelHandlerContext ctx, HttpRequest request, WebSocketServerHandshaker handshaker) {
        SocketCredentials credentials =
                new SocketCredentials(request.headers().getAll(HttpHeaderNames.AUTHORIZATION), apps(request));
        var whole =
                new DefaultFullHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.GET, request.uri(), Unpooled.EMPTY_BUFFER);
        whole.headers().set(request.headers());
        List<String> others = others(ctx.pipeline());
        handshaker
                .handshake(ctx.channel(), whole, null, ctx.channel().newPromise())
                .addListener(done -> {
                    if (done.isSuccess()) {
                        speak(ctx, others, credentials, handshaker.selectedSubprotocol());
                    } else {
                        ctx.close();
                    }
                });
    }

    /** The handlers of HTTP that stand behind this one. */
    private List<String> others(ChannelPipeline pipeline) {
        List<String> names = new ArrayList<>(pipeline.names());
        return names.subList(names.indexOf(pipeline.context(this).name()) + 1, names.size());
    }

    private void speak(
            ChannelHandlerContext ctx, List<String> others, SocketCredentials credentials, @Nullable String protocol) {
        ChannelPipeline pipeline = ctx.pipeline();
        for (String name : others) {
            ChannelHandler handler = pipeline.get(name);
            if (handler != null) {
                pipeline.remove(handler);
            }
        }
        SocketConnection connection = sockets.connection(ctx.channel(), credentials);
        pipeline.addLast(
                new Utf8FrameValidator(false),
                new WebSocketFrameAggregator(sockets.limits().message()),
                connection);
        pipeline.remove(this);
        pipeline.remove(RequestGate.class);
        pipeline.remove(RequestGate.Bytes.class);
        // Micronaut's handlers read as they need; there are none any more.
        ctx.channel().config().setAutoRead(true);
        sockets.opened(connection, protocol);
    }
}
