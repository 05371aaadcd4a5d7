package laurel.api.http;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http.websocketx.WebSocketFrameAggregator;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Closes an HTTP connection when the service stops. The last response has the header {@code Connection: close}. An idle
 * connection closes after a short time, because a request may be under way. Runs on the event loop of the connection.
 */
final class HttpConnection extends ChannelDuplexHandler {
    /** Nanoseconds that a connection is idle before it is closed. */
    static final long IDLE = Duration.ofMillis(200).toNanos();

    /** Milliseconds, so that a later turn of the event loop runs the task. */
    private static final long NEXT_TURN = 1;

    private final HttpConnections connections;
    private @Nullable ChannelHandlerContext context;
    private int unanswered;
    private long lastActive = System.nanoTime();
    private boolean finishing;
    private volatile boolean stream;

    HttpConnection(HttpConnections connections) {
        this.connections = connections;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        context = ctx;
        connections.add(this);
    }

    /** The connection is closed or upgraded to a WebSocket. */
    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        connections.remove(this);
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) throws Exception {
        connections.remove(this);
        super.channelInactive(ctx);
    }

    /** Whether the current response is an event stream. */
    boolean isStream() {
        return stream;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) throws Exception {
        unanswered += message instanceof HttpRequest ? 1 : 0;
        lastActive = System.nanoTime();
        super.channelRead(ctx, message);
    }

    @Override
    public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) throws Exception {
        lastActive = System.nanoTime();
        if (message instanceof HttpResponse response && isInterim(response)) {
            super.write(ctx, message, promise);
            return;
        }
        if (message instanceof HttpResponse response) {
            beginResponse(response);
        }
        boolean last = message instanceof LastHttpContent && --unanswered <= 0;
        super.write(ctx, message, last ? promise.unvoid().addListener(written -> endResponse(ctx)) : promise);
    }

    private void beginResponse(HttpResponse response) {
        stream = response.headers().contains(HttpHeaderNames.CONTENT_TYPE, "text/event-stream", true);
        if (finishing && unanswered <= 1) {
            response.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
        }
    }

    private void endResponse(ChannelHandlerContext ctx) {
        stream = false;
        if (finishing && unanswered <= 0) {
            ctx.channel().flush();
            ctx.close();
        }
    }

    private static boolean isInterim(HttpResponse response) {
        return response.status().codeClass() == HttpStatusClass.INFORMATIONAL;
    }

    /** Closes the connection as soon as all requests are answered. */
    void finish() {
        ChannelHandlerContext ctx = context;
        if (ctx != null && !ctx.executor().isShuttingDown()) {
            ctx.executor().execute(() -> {
                finishing = true;
                if (ctx.pipeline().get(WebSocketFrameAggregator.class) == null) {
                    closeIfIdle(ctx);
                } else {
                    // A WebSocket is closed by a close frame.
                    connections.remove(this);
                }
            });
        }
    }

    /** Reads once more before it closes: a request may have arrived while the event loop was busy. */
    private void closeIfIdle(ChannelHandlerContext ctx) {
        if (isIdle()) {
            ctx.executor()
                    .schedule(
                            () -> {
                                if (isIdle()) {
                                    ctx.close();
                                }
                            },
                            NEXT_TURN,
                            TimeUnit.MILLISECONDS);
        }
    }

    private boolean isIdle() {
        return unanswered <= 0 && System.nanoTime() - lastActive >= IDLE;
    }
}
