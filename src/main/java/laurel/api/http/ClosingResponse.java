package laurel.api.http;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import laurel.api.error.CodedError;
import laurel.api.error.HttpRequestException;
import laurel.api.error.RateLimitedException;

/** The last response of a connection, to a request that never reaches Micronaut. */
public final class ClosingResponse {
    private static final int LINGER_SECONDS = 2;

    private ClosingResponse() {}

    /** Sends the response and closes the connection. The caller discards all further input. */
    public static void send(ChannelHandlerContext ctx, HttpRequestException rejection) {
        send(ctx, rejection.status(), rejection.error(), rejection.headers());
    }

    /** Sends the response to a request that its budget does not pay for, and closes the connection. */
    public static void send(ChannelHandlerContext ctx, RateLimitedException refusal) {
        send(
                ctx,
                ResponseFormat.status(refusal.code()),
                CodedError.of(refusal),
                Map.of("Retry-After", String.valueOf(refusal.retryAfter())));
    }

    private static void send(ChannelHandlerContext ctx, int status, CodedError error, Map<String, String> headers) {
        var response = new DefaultFullHttpResponse(
                HttpVersion.HTTP_1_1,
                HttpResponseStatus.valueOf(status),
                Unpooled.wrappedBuffer(Responses.body(error)));
        response.headers()
                .set(HttpHeaderNames.CONTENT_TYPE, ResponseFormat.JSON.contentType())
                .set(HttpHeaderNames.CONTENT_LENGTH, response.content().readableBytes())
                .set(HttpHeaderNames.CACHE_CONTROL, HttpHeaderValues.NO_STORE)
                .set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
        headers.forEach(response.headers()::set);
        ctx.writeAndFlush(response).addListener(written -> closeOutput(ctx.channel()));
    }

    /**
     * Closes the output and reads for a moment longer. If the connection closed at once, the network would answer further
     * input with a reset, which may reach the client before it has read the response.
     */
    private static void closeOutput(Channel channel) {
        if (channel instanceof DuplexChannel duplex
                && channel.isActive()
                && !channel.eventLoop().isShuttingDown()) {
            duplex.shutdownOutput();
            channel.config().setAutoRead(true);
            channel.eventLoop().schedule(() -> channel.close(), LINGER_SECONDS, TimeUnit.SECONDS);
        } else {
            channel.close();
        }
    }
}
