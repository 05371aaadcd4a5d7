package laurel.api.socket;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import laurel.api.operation.ConnectionLimits;
import laurel.api.operation.LiveConnection;
import laurel.api.operation.LiveConnections;
import laurel.api.operation.SendBuffer;
import org.jspecify.annotations.Nullable;

/** A WebSocket after its handshake: frames to messages, and messages to frames, as many as its client takes. */
public final class SocketConnection extends SimpleChannelInboundHandler<WebSocketFrame>
        implements SocketTransport, LiveConnection {
    /** RFC 6455 leaves 125 bytes for a close frame, of which the code takes two. */
    private static final int MAX_REASON = 123;

    private static final int LINGER_SECONDS = 5;

    private final Channel channel;
    private final LiveConnections connections;
    private final SocketSession conversation;
    private final long opened = System.nanoTime();
    private final SendBuffer room;
    /** Bytes of all texts that wait to be taken. */
    private final AtomicLong unsent = new AtomicLong();
    /** Those of them that are no results, for which nobody waits. */
    private final AtomicLong said = new AtomicLong();
    /** Bytes of what is being written that have left; of the channel's thread. */
    private long progress;

    private volatile long heard = opened;
    private volatile long taken = opened;
    private volatile boolean asked;
    private boolean ponging;
    private volatile boolean closing;
    private volatile long closed = opened;

    /**
     * @param executor     works out what is sent
     * @param conversation what is said over this wire
     */
    SocketConnection(
            Channel channel,
            LiveConnections connections,
            Executor executor,
            Function<SocketTransport, SocketSession> conversation) {
        this.channel = channel;
        this.connections = connections;
        this.room = new SendBuffer(connections.limits().buffer(), executor);
        this.conversation = conversation.apply(this);
    }

    @Override
    protected void channelRead0(ChannelHandlerContext ctx, WebSocketFrame frame) {
        heard = System.nanoTime();
        asked = false;
        if (closing) {
            if (frame instanceof CloseWebSocketFrame) {
                ctx.close();
            }
            return;
        }
        switch (frame) {
            case TextWebSocketFrame text -> conversation.received(ByteBufUtil.getBytes(text.content()));
            case BinaryWebSocketFrame binary -> close(CloseCode.UNSUPPORTED, "Messages are texts");
            case PingWebSocketFrame ping -> pong(ping);
            case CloseWebSocketFrame close -> answerClose(close);
            default -> {}
        }
    }

    @Override
    public SendBuffer room() {
        return room;
    }

    @Override
    public CompletionStage<?> send(byte[] text) {
        room.add(text.length);
        return write(text, () -> room.taken(text.length));
    }

    @Override
    public void say(byte[] text) {
        if (said.addAndGet(text.length) > connections.limits().buffer()) {
            said.addAndGet(-text.length);
            // It goes on to ask and reads no answer, not even that there is no room for one.
            leave(CloseCode.POLICY, "The client sends requests and does not read the answers");
        } else {
            var unused = write(text, () -> said.addAndGet(-text.length));
        }
    }

    private CompletionStage<?> write(byte[] text, Runnable left) {
        var sent = new CompletableFuture<@Nullable Void>();
        if (closing) {
            left.run();
            sent.complete(null);
            return sent;
        }
        if (unsent.getAndAdd(text.length) == 0) {
            taken = System.nanoTime();
        }
        ByteBuf content = Unpooled.wrappedBuffer(text);
        channel.writeAndFlush(new TextWebSocketFrame(content)).addListener(written -> {
            taken = System.nanoTime();
            unsent.addAndGet(-text.length);
            left.run();
            sent.complete(null);
        });
        return sent;
    }

    /** One at a time, so that a client that asks without end and reads nothing is not owed an answer for each. */
    private void pong(PingWebSocketFrame ping) {
        if (!ponging) {
            ponging = true;
            channel.writeAndFlush(new PongWebSocketFrame(ping.content().retain()))
                    .addListener(written -> ponging = false);
        }
    }

    @Override
    public void close(CloseCode code, String reason) {
        boolean unused = shut(code, reason);
    }

    /** Closes it because its client does not keep up. */
    private void leave(CloseCode code, String reason) {
        if (shut(code, reason)) {
            connections.left("WebSocket", reason);
        }
    }

    /** Says whether it was open. */
    private boolean shut(CloseCode code, String reason) {
        synchronized (this) {
            if (closing) {
                return false;
            }
            closed = System.nanoTime();
            closing = true;
        }
        conversation.closed();
        var frame = new CloseWebSocketFrame(code.number(), shortened(reason));
        channel.writeAndFlush(frame).addListener(written -> linger());
        return true;
    }

    /**
     * The client closes once it has read why. If the service did, what the client is still sending would be answered with a
     * reset, and that may come before the client has read.
     */
    private void linger() {
        if (channel.eventLoop().isShuttingDown()) {
            channel.close();
        } else {
            channel.eventLoop().schedule(() -> channel.close(), LINGER_SECONDS, TimeUnit.SECONDS);
        }
    }

    @Override
    public void look(long nanos, ConnectionLimits limits) {
        if (closing) {
            // It has had the time to take the rest of what was sent before, and the close frame after that.
            if (LiveConnections.past(nanos, closed, limits.stall())) {
                channel.close();
            }
            return;
        }
        if (LiveConnections.past(nanos, opened, limits.init())) {
            conversation.initTimedOut();
        }
        Duration silence = limits.ping().multipliedBy(2);
        if (stalls(nanos, limits)) {
            leave(
                    CloseCode.STALLED,
                    "The client has read nothing for " + limits.stall().toSeconds() + " s");
        } else if (LiveConnections.past(nanos, heard, silence)) {
            leave(CloseCode.STALLED, "The client has not answered for " + silence.toSeconds() + " s");
        } else if (!asked && LiveConnections.past(nanos, heard, limits.ping())) {
            asked = true;
            channel.writeAndFlush(new PingWebSocketFrame());
        }
    }

    private boolean stalls(long nanos, ConnectionLimits limits) {
        if (unsent.get() == 0 || channel.eventLoop().isShuttingDown()) {
            return false;
        }
        channel.eventLoop().execute(this::noteProgress);
        return LiveConnections.past(nanos, taken, limits.stall());
    }

    /** A long text is taken in parts, of which nothing else tells. */
    private void noteProgress() {
        ChannelOutboundBuffer writing = channel.unsafe().outboundBuffer();
        long now = writing == null ? 0 : writing.currentProgress();
        if (now != progress) {
            progress = now;
            taken = System.nanoTime();
        }
    }

    @Override
    public void goAway() {
        close(CloseCode.GOING_AWAY, "The service stops; connect again");
    }

    /** Whether its client went before anybody knew of it. */
    boolean gone() {
        return !channel.isActive();
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        closing = true;
        connections.remove(this);
        conversation.closed();
        ctx.fireChannelInactive();
    }

    /** Frames that are none: too long, not masked, not UTF-8. */
    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        switch (cause) {
            case CorruptedWebSocketFrameException corrupt -> refuse(code(corrupt));
            case TooLongFrameException tooLong -> refuse(CloseCode.TOO_LARGE);
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

    private void refuse(CloseCode code) {
        int most = connections.limits().message();
        close(
                code,
                code == CloseCode.TOO_LARGE
                        ? "A message has at most " + most + " bytes, the limit laurel.limits.message-size"
                        : "That is no frame of a WebSocket, or no text");
    }

    private void answerClose(CloseWebSocketFrame close) {
        closing = true;
        conversation.closed();
        channel.writeAndFlush(close.retain()).addListener(ChannelFutureListener.CLOSE);
    }

    private static String shortened(String reason) {
        String text = reason;
        while (ByteBufUtil.utf8Bytes(text) > MAX_REASON) {
            text = text.substring(0, text.offsetByCodePoints(text.length(), -1));
        }
        return text;
    }
}
