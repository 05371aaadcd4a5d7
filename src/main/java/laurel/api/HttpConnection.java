package laurel.api;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.LastHttpContent;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A connection of HTTP, as it is seen when the service stops. The answer to its last request says that the connection closes; one
 * without a request is closed after a moment in which a request may be on its way. Everything happens on its event loop.
 */
final class HttpConnection extends ChannelDuplexHandler {
    /** Who has just been answered may send the next request at this moment. */
    private static final long QUIET = Duration.ofMillis(200).toNanos();

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

    /** Closed, or a WebSocket from now on. */
    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        connections.remove(this);
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) throws Exception {
        connections.remove(this);
        super.channelInactive(ctx);
    }

    /** Whether it is one that stays, with a stream of events. */
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

    /** Closes as soon as all is answered. */
    void finish() {
        ChannelHandlerContext ctx = context;
        if (ctx != null && !ctx.executor().isShuttingDown()) {
            ctx.executor().execute(() -> {
                finishing = true;
                if (ctx.pipeline().get(SocketConnection.class) == null) {
                    closeIfQuiet(ctx);
                } else {
                    // It speaks another protocol by now, and is sent away in that.
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
