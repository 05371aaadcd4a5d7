package laurel.api.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import laurel.api.engine.RequestLimits;
import laurel.api.error.HttpRequestException;
import laurel.request.RequestErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * Stands in each connection before all that reads requests. Lets only those through that are whole and mean one thing,
 * answers the others and ends the connection, for where the next request begins is not known any more; and ends those
 * that take too long to arrive, or to be taken.
 */
public final class RequestGate extends ChannelDuplexHandler {
    private static final int SMALL = 65_536;

    private final RequestLimits limits;
    private final Bytes bytes = new Bytes();
    /** Requests that have come and are not answered yet. */
    private int unanswered;
    /** Whether the last of them is still coming. */
    private boolean receiving;

    /** Whether nothing more is read. */
    private boolean ended;

    private boolean refused;
    private @Nullable HttpRequestException held;
    private int heldUntil;
    private @Nullable Future<?> arrival;
    private @Nullable Future<?> departure;

    public RequestGate(RequestLimits limits) {
        this.limits = limits;
    }

    /** What stands before the codec, and sees the bytes of a request that is not whole. */
    public Bytes bytes() {
        return bytes;
    }

    /** Sees when the first bytes of a request come. */
    public final class Bytes extends ChannelInboundHandlerAdapter {
        private boolean begun;

        @Override
        public void channelRead(ChannelHandlerContext ctx, Object message) throws Exception {
            begun = true;
            if (message instanceof ByteBuf buffer) {
                buffer.retain();
                super.channelRead(ctx, message);
                // What is left came after the end of a request, and begins the next.
                begun |= buffer.isReadable();
                buffer.release();
            } else {
                super.channelRead(ctx, message);
            }
        }

        /** Nothing is timed that comes all at once. */
        @Override
        public void channelReadComplete(ChannelHandlerContext ctx) throws Exception {
            if (begun && arrival == null && !ended) {
                arrival = after(
                        ctx, limits.receiveTime(), () -> late(ctx.pipeline().context(RequestGate.this)));
            }
            super.channelReadComplete(ctx);
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) throws Exception {
        HttpRequestException refusal = ended ? null : refusal(message);
        if (ended || refusal != null) {
            ReferenceCountUtil.release(message);
            if (refusal != null) {
                refuse(ctx, refusal);
            }
            return;
        }
        if (message instanceof HttpRequest request) {
            request.setUri(RequestRules.encoded(request.uri()));
            unanswered++;
            receiving = true;
        }
        if (message instanceof LastHttpContent) {
            received();
        }
        super.channelRead(ctx, message);
    }

    private static @Nullable HttpRequestException refusal(Object message) {
        if (message instanceof HttpObject part && part.decoderResult().isFailure()) {
            return RequestRules.unreadable(part.decoderResult().cause());
        }
        if (message instanceof HttpRequest request) {
            return RequestRules.refusal(request);
        }
        return null;
    }

    private void received() {
        receiving = false;
        bytes.begun = false;
        arrival = cancelled(arrival);
    }

    /** The request has begun, and is not whole yet. */
    private void late(@Nullable ChannelHandlerContext ctx) {
        arrival = null;
        if (ctx == null || ended) {
            return;
        }
        if (unanswered > (receiving ? 1 : 0)) {
            // It may be that it is not read because those before it are not answered.
            arrival = after(ctx, limits.receiveTime(), () -> late(ctx));
            return;
        }
        refuse(
                ctx,
                new HttpRequestException(
                        408,
                        RequestErrorCode.TIMEOUT,
                        "The request took longer to arrive than "
                                + limits.receiveTime().toMillis() + " ms, the limit laurel.limits.receive-time"));
    }

    /** After the answers to the requests before it; to this one there is no other answer. */
    private void refuse(ChannelHandlerContext ctx, HttpRequestException refusal) {
        ended = true;
        arrival = cancelled(arrival);
        if (unanswered == 0 && receiving) {
            // Its answer has left already.
            ctx.close();
            return;
        }
        heldUntil = receiving ? 1 : 0;
        if (unanswered <= heldUntil) {
            send(ctx, refusal);
        } else {
            held = refusal;
        }
    }

    private void send(ChannelHandlerContext ctx, HttpRequestException refusal) {
        refused = true;
        ClosingResponse.send(ctx, refusal);
    }

    @Override
    public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) throws Exception {
        if (refused) {
            ReferenceCountUtil.release(message);
            promise.unvoid().setSuccess();
            return;
        }
        if (timed(message)) {
            departure = after(ctx, limits.sendTime(), ctx::close);
        }
        boolean last = message instanceof LastHttpContent && !interim(message);
        if (last && departure == null && !(message instanceof FullHttpResponse)) {
            // What is left of a stream of events that has ended.
            departure = after(ctx, limits.sendTime(), ctx::close);
        }
        unanswered -= last ? 1 : 0;
        ChannelPromise left = promise;
        if (last && departure != null) {
            Future<?> alarm = departure;
            departure = null;
            left = left.unvoid().addListener(written -> alarm.cancel(false));
        }
        HttpRequestException next = last && unanswered <= heldUntil ? held : null;
        if (next != null) {
            held = null;
            left = left.unvoid().addListener(written -> send(ctx, next));
        }
        super.write(ctx, message, left);
    }

    /** A stream of events is timed from its end; what is small is with the network at once. */
    private static boolean timed(Object message) {
        if (!(message instanceof HttpResponse response) || interim(message)) {
            return false;
        }
        return message instanceof FullHttpResponse full
                ? full.content().readableBytes() > SMALL
                : !response.headers().get(HttpHeaderNames.CONTENT_TYPE, "").startsWith("text/event-stream");
    }

    private static boolean interim(Object message) {
        return message instanceof HttpResponse response
                && response.status().codeClass() == HttpStatusClass.INFORMATIONAL;
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) throws Exception {
        stop();
        super.channelInactive(ctx);
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        stop();
    }

    private void stop() {
        ended = true;
        arrival = cancelled(arrival);
        departure = cancelled(departure);
    }

    private static Future<?> after(ChannelHandlerContext ctx, Duration time, Runnable action) {
        return ctx.executor().schedule(action, time.toMillis(), TimeUnit.MILLISECONDS);
    }

    private static @Nullable Future<?> cancelled(@Nullable Future<?> alarm) {
        if (alarm != null) {
            alarm.cancel(false);
        }
        return null;
    }
}
