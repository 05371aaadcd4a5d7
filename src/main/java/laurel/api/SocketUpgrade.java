package laurel.api;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.websocketx.WebSocketDecoderConfig;
import io.netty.handler.codec.http.websocketx.WebSocketFrameAggregator;
import io.netty.handler.codec.http.websocketx.WebSocketServerHandshaker;
import io.netty.handler.codec.http.websocketx.WebSocketServerHandshakerFactory;
import io.netty.util.ReferenceCountUtil;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import laurel.graphql.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * Waits in each HTTP connection for the request that turns it into a WebSocket, and lets all others pass. It stands before
 * Micronaut's own handlers, which give a WebSocket no way to refuse binary frames or to bound a message of many fragments.
 */
final class SocketUpgrade extends ChannelInboundHandlerAdapter {
    static final String PROTOCOL = "graphql-transport-ws";

    private final Sockets sockets;
    private boolean upgrading;

    SocketUpgrade(Sockets sockets) {
        this.sockets = sockets;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) throws Exception {
        if (upgrading && message instanceof HttpContent) {
            ReferenceCountUtil.release(message);
        } else if (message instanceof HttpRequest request && wanted(request)) {
            upgrading = true;
            try {
                upgrade(ctx, request);
            } finally {
                ReferenceCountUtil.release(message);
            }
        } else {
            super.channelRead(ctx, message);
        }
    }

    private static boolean wanted(HttpRequest request) {
        HttpHeaders headers = request.headers();
        String path = request.uri().split("\\?", 2)[0];
        return path.equals(GraphQLEndpoint.PATH)
                && headers.containsValue(HttpHeaderNames.CONNECTION, HttpHeaderValues.UPGRADE, true)
                && headers.contains(HttpHeaderNames.UPGRADE, HttpHeaderValues.WEBSOCKET, true);
    }

    private void upgrade(ChannelHandlerContext ctx, HttpRequest request) {
        HttpRefusal refusal = sockets.refusal(request.headers());
        if (refusal != null) {
            refuse(ctx, refusal);
            return;
        }
        var config = WebSocketDecoderConfig.newBuilder()
                .maxFramePayloadLength(sockets.limits().message())
                .allowExtensions(false)
                .build();
        // The address that it asks for is only repeated by a version of the protocol that nobody speaks any more.
        var handshaker = new WebSocketServerHandshakerFactory("ws://laurel" + GraphQLEndpoint.PATH, PROTOCOL, config)
                .newHandshaker(request);
        if (handshaker == null || !HttpMethod.GET.equals(request.method())) {
            refuse(
                    ctx,
                    new HttpRefusal(
                            426,
                            ErrorCode.BAD_REQUEST,
                            "WebSocket is spoken here in version 13",
                            Map.of("Sec-WebSocket-Version", "13")));
            return;
        }
        shake(ctx, request, handshaker);
    }

    private void shake(ChannelHandlerContext ctx, HttpRequest request, WebSocketServerHandshaker handshaker) {
        SocketCredentials credentials = new SocketCredentials(
                request.headers().getAll(HttpHeaderNames.AUTHORIZATION),
                request.headers().getAll(CallerApp.HEADER));
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
        pipeline.addLast(new WebSocketFrameAggregator(sockets.limits().message()), connection);
        pipeline.remove(this);
        // Micronaut's handlers read as they need; there are none any more.
        ctx.channel().config().setAutoRead(true);
        sockets.opened(connection, protocol);
    }

    private static void refuse(ChannelHandlerContext ctx, HttpRefusal refusal) {
        var response = new DefaultFullHttpResponse(
                HttpVersion.HTTP_1_1,
                HttpResponseStatus.valueOf(refusal.status()),
                Unpooled.wrappedBuffer(Responses.body(refusal.error())));
        response.headers()
                .set(HttpHeaderNames.CONTENT_TYPE, ResponseFormat.JSON.contentType())
                .set(HttpHeaderNames.CONTENT_LENGTH, response.content().readableBytes())
                .set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
        refusal.headers().forEach(response.headers()::set);
        ctx.writeAndFlush(response).addListener(ChannelFutureListener.CLOSE);
    }
}
