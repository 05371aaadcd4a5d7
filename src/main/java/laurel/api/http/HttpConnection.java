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
import org.jspecify.annotations.Nullable;

/**
 * Closes an HTTP connection in order when the service stops. The response to the last request says that the connection
 * closes; an idle connection is closed after a short time, because a request may be on its way. Runs on the event loop of
 * the connection.
 */
final class HttpConnection extends ChannelDuplexHandler {
    /** How long a connection is idle before it is closed. */
    static final long QUIET = Duration.ofMillis(200).toNanos();

    private final HttpConnections connections;
    private @Nullable ChannelHandlerContext context;
    private int unanswered;
    private long active = System.nanoTime();
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

    /** Closed, or upgraded to a WebSocket. */
    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        connections.remove(this);
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) throws Exception {
        connections.remove(this);
        super.channelInactive(ctx);
    }

    /** Whether the response under way is a stream of events. */
    boolean isStream() {
        return stream;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) throws Exception {
        unanswered += message instanceof HttpRequest ? 1 : 0;
        active = System.nanoTime();
        super.channelRead(ctx, message);
    }

    @Override
    public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) throws Exception {
        active = System.nanoTime();
        if (message instanceof HttpResponse response && interim(response)) {
            super.write(ctx, message, promise);
            return;
        }
        if (message instanceof HttpResponse response) {
            began(response);
        }
        boolean last = message instanceof LastHttpContent && --unanswered <= 0;
        super.write(ctx, message, last ? promise.unvoid().addListener(written -> answered(ctx)) : promise);
    }

    private void began(HttpResponse response) {
        stream = response.headers().contains(HttpHeaderNames.CONTENT_TYPE, "text/event-stream", true);
        if (finishing && unanswered <= 1) {
            response.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
        }
    }

    private void answered(ChannelHandlerContext ctx) {
        stream = false;
        if (finishing && unanswered <= 0) {
            ctx.channel().flush();
            ctx.close();
        }
    }

    private static boolean interim(HttpResponse response) {
        return response.status().codeClass() == HttpStatusClass.INFORMATIONAL;
    }

    /** Closes when all requests are answered. */
    void finish() {
        ChannelHandlerContext ctx = context;
        if (ctx != null && !ctx.executor().isShuttingDown()) {
            ctx.executor().execute(() -> {
                finishing = true;
                if (ctx.pipeline().get(WebSocketFrameAggregator.class) == null) {
                    closeIfQuiet(ctx);
                } else {
                    // A WebSocket, which is closed by a close frame.
                    connections.remove(this);
                }
            });
        }
    }

    private void closeIfQuiet(ChannelHandlerContext ctx) {
        if (unanswered <= 0 && System.nanoTime() - active >= QUIET) {
            ctx.close();
        }
    }
}
