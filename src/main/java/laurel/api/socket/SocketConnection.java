package laurel.api.socket;

import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.TooLongFrameException;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.handler.codec.http.websocketx.CloseWebSocketFrame;
import io.netty.handler.codec.http.websocketx.CorruptedWebSocketFrameException;
import io.netty.handler.codec.http.websocketx.PingWebSocketFrame;
import io.netty.handler.codec.http.websocketx.PongWebSocketFrame;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import laurel.api.access.Caller;
import laurel.api.operation.ConnectionLimits;
import laurel.api.operation.LiveConnection;
import laurel.api.operation.LiveConnections;
import laurel.api.operation.SendBuffer;
import org.jspecify.annotations.Nullable;

/** A WebSocket after its handshake. Translates frames to messages and back, and closes clients that do not read. */
public final class SocketConnection extends SimpleChannelInboundHandler<WebSocketFrame>
        implements SocketTransport, LiveConnection {
    private static final int LINGER_SECONDS = 5;

    private final Channel channel;
    private final FrameQueue frames;
    private final LiveConnections connections;
    private final SocketSession session;
    private final long opened = System.nanoTime();
    private final SendBuffer buffer;
    /** Bytes of all messages that wait for the client. */
    private final AtomicLong unsent = new AtomicLong();
    /** Bytes of the waiting messages that are not results. */
    private final AtomicLong unsentControl = new AtomicLong();
    /** When the messages that wait for the client were created, oldest first. */
    private final Queue<Long> created = new ConcurrentLinkedQueue<>();
    /** Bytes of the current message that have been written. Used only on the channel's thread. */
    private long progress;

    private volatile long lastReceived = opened;
    private volatile long lastSent = opened;
    private volatile boolean pinged;
    private boolean pongPending;
    private volatile boolean closing;
    private volatile long closedAt = opened;

    /**
     * @param frames   of the channel's event loop
     * @param executor computes results
     * @param session  creates the session of this connection
     */
    SocketConnection(
            Channel channel,
            FrameQueue frames,
            LiveConnections connections,
            Executor executor,
            Function<SocketTransport, SocketSession> session) {
        this.channel = channel;
        this.frames = frames;
        this.connections = connections;
        this.buffer = new SendBuffer(connections.limits().buffer(), executor);
        this.session = session.apply(this);
    }

    @Override
    protected void channelRead0(ChannelHandlerContext ctx, WebSocketFrame frame) {
        lastReceived = System.nanoTime();
        pinged = false;
        if (closing) {
            if (frame instanceof CloseWebSocketFrame) {
                ctx.close();
            }
            return;
        }
        switch (frame) {
            case TextWebSocketFrame text -> session.receive(ByteBufUtil.getBytes(text.content()));
            case BinaryWebSocketFrame binary -> close(CloseCode.UNSUPPORTED, "Messages must be text frames.");
            case PingWebSocketFrame ping -> pong(ping);
            case CloseWebSocketFrame close -> answerClose(close);
            default -> {}
        }
    }

    @Override
    public SendBuffer sendBuffer() {
        return buffer;
    }

    @Override
    public CompletionStage<?> sendResult(byte[] text) {
        buffer.add(text.length);
        return write(text, () -> buffer.remove(text.length));
    }

    @Override
    public void sendControl(byte[] text) {
        if (unsentControl.addAndGet(text.length) > connections.limits().buffer()) {
            unsentControl.addAndGet(-text.length);
            // The client cannot be sent an error, because it does not read.
            drop(CloseCode.POLICY, "The client sends requests and does not read the responses.");
        } else {
            var unused = write(text, () -> unsentControl.addAndGet(-text.length));
        }
    }

    private CompletionStage<?> write(byte[] text, Runnable onSent) {
        var sent = new CompletableFuture<@Nullable Void>();
        if (closing) {
            onSent.run();
            sent.complete(null);
            return sent;
        }
        if (unsent.getAndAdd(text.length) == 0) {
            lastSent = System.nanoTime();
        }
        created.add(System.nanoTime());
        frames.add(channel, new TextWebSocketFrame(Unpooled.wrappedBuffer(text)), () -> {
            lastSent = System.nanoTime();
            created.poll();
            unsent.addAndGet(-text.length);
            onSent.run();
            sent.complete(null);
        });
        return sent;
    }

    /** At most one pong waits, so that a client that pings and does not read does not fill the memory. */
    private void pong(PingWebSocketFrame ping) {
        if (!pongPending) {
            pongPending = true;
            channel.writeAndFlush(new PongWebSocketFrame(ping.content().retain()))
                    .addListener(written -> pongPending = false);
        }
    }

    @Override
    public void close(CloseCode code, String reason) {
        boolean unused = beginClose(code, reason);
    }

    /** Closes the connection because its client is too slow or dead. */
    private void drop(CloseCode code, String reason) {
        if (beginClose(code, reason)) {
            connections.recordDrop("WebSocket", reason);
        }
    }

    /** Sends the close frame. Returns false if the connection is closing already. */
    private boolean beginClose(CloseCode code, String reason) {
        synchronized (this) {
            if (closing) {
                return false;
            }
            closedAt = System.nanoTime();
            closing = true;
        }
        session.onClose();
        frames.add(channel, code.frame(reason), this::linger);
        return true;
    }

    /**
     * Waits for the client to close the connection. If the service closed it first, the network would answer further input
     * with a reset, which may reach the client before it has read the close frame.
     */
    private void linger() {
        if (channel.eventLoop().isShuttingDown()) {
            channel.close();
        } else {
            channel.eventLoop().schedule(() -> channel.close(), LINGER_SECONDS, TimeUnit.SECONDS);
        }
    }

    @Override
    public void check(long nanos, ConnectionLimits limits) {
        if (closing) {
            // The client has had time to read all messages and the close frame.
            if (LiveConnections.hasPassed(nanos, closedAt, limits.stall())) {
                channel.close();
            }
            return;
        }
        if (LiveConnections.hasPassed(nanos, opened, limits.init())) {
            session.onInitTimeout();
        }
        Duration silence = limits.ping().multipliedBy(2);
        String slow = slowness(nanos, limits);
        if (slow != null) {
            drop(CloseCode.STALLED, slow);
        } else if (LiveConnections.hasPassed(nanos, lastReceived, silence) && isReading(nanos, limits)) {
            // It cannot answer a ping before, and has time limits of its own.
            lastReceived = nanos;
            pinged = false;
        } else if (LiveConnections.hasPassed(nanos, lastReceived, silence)) {
            drop(CloseCode.STALLED, "The client has not responded for " + silence.toSeconds() + " s.");
        } else if (!pinged && LiveConnections.hasPassed(nanos, lastReceived, limits.ping())) {
            pinged = true;
            channel.writeAndFlush(new PingWebSocketFrame());
        }
    }

    /** Whether the client needs longer for a message than the time between pings. */
    private boolean isReading(long nanos, ConnectionLimits limits) {
        Long oldest = created.peek();
        return oldest != null && LiveConnections.hasPassed(nanos, oldest, limits.ping());
    }

    /** Returns why the client is too slow; null if it is not. */
    private @Nullable String slowness(long nanos, ConnectionLimits limits) {
        if (unsent.get() == 0 || channel.eventLoop().isShuttingDown()) {
            return null;
        }
        channel.eventLoop().execute(this::updateProgress);
        if (LiveConnections.hasPassed(nanos, lastSent, limits.stall())) {
            return limits.stalled();
        }
        Long oldest = created.peek();
        return oldest != null && LiveConnections.hasPassed(nanos, oldest, limits.send()) ? limits.late() : null;
    }

    /** A client reads a long message in parts, which only the progress of the outbound buffer shows. */
    private void updateProgress() {
        ChannelOutboundBuffer outbound = channel.unsafe().outboundBuffer();
        long now = outbound == null ? 0 : outbound.currentProgress();
        if (now != progress) {
            progress = now;
            lastSent = System.nanoTime();
        }
    }

    @Override
    public void close() {
        close(CloseCode.GOING_AWAY, "The service is stopping; reconnect.");
    }

    @Override
    public @Nullable Caller caller() {
        return session.caller();
    }

    @Override
    public void revoke(String reason) {
        close(CloseCode.FORBIDDEN, reason);
    }

    /** Whether the client has disconnected already. */
    boolean isDisconnected() {
        return !channel.isActive();
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        closing = true;
        connections.remove(this);
        session.onClose();
        ctx.fireChannelInactive();
    }

    /** Handles invalid frames: too long, not masked, not UTF-8. */
    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        switch (cause) {
            case CorruptedWebSocketFrameException corrupt -> reject(code(corrupt));
            case TooLongFrameException tooLong -> reject(CloseCode.TOO_LARGE);
            default -> ctx.close();
        }
    }

    private static CloseCode code(CorruptedWebSocketFrameException corrupt) {
        return switch (corrupt.closeStatus().code()) {
            case 1007 -> CloseCode.NOT_UTF_8;
            case 1009 -> CloseCode.TOO_LARGE;
            default -> CloseCode.PROTOCOL;
        };
    }

    private void reject(CloseCode code) {
        int limit = connections.limits().message();
        close(
                code,
                code == CloseCode.TOO_LARGE
                        ? "A message must not exceed " + limit + " bytes (`laurel.limits.message-size`)."
                        : "Invalid WebSocket frame or text.");
    }

    private void answerClose(CloseWebSocketFrame close) {
        closing = true;
        session.onClose();
        frames.add(channel, close.retain(), channel::close);
    }
}
