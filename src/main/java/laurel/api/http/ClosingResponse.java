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
import java.util.concurrent.TimeUnit;
import laurel.api.error.HttpRequestException;

/** The last answer on a connection, to a request that never gets to Micronaut. */
public final class ClosingResponse {
    private static final int LINGER_SECONDS = 2;

    private ClosingResponse() {}

    /** Answers, and closes the connection; whoever calls drops what the client is still sending. */
    public static void send(ChannelHandlerContext ctx, HttpRequestException refusal) {
        var response = new DefaultFullHttpResponse(
                HttpVersion.HTTP_1_1,
                HttpResponseStatus.valueOf(refusal.status()),
                Unpooled.wrappedBuffer(Responses.body(refusal.error())));
        response.headers()
                .set(HttpHeaderNames.CONTENT_TYPE, ResponseFormat.JSON.contentType())
                .set(HttpHeaderNames.CONTENT_LENGTH, response.content().readableBytes())
                .set(HttpHeaderNames.CACHE_CONTROL, HttpHeaderValues.NO_STORE)
                .set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
        refusal.headers().forEach(response.headers()::set);
        ctx.writeAndFlush(response).addListener(written -> end(ctx.channel()));
    }

    /**
     * Says that there is no more, and reads on for a moment: closed at once, what the client is still sending would be
     * answered with a reset, which may come before it has read the answer.
     */
    private static void end(Channel channel) {
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
