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
 * First handler of each connection. Forwards requests that are well-formed and unambiguous. Rejects other requests and
 * closes their connection, because the start of the next request is unknown. Closes connections that take too long to send
 * a request or to read a response.
 */
public final class RequestGate extends ChannelDuplexHandler {
    /** Responses up to this size are not timed: the network buffers take them at once. */
    private static final int SMALL = 65_536;

    private final RequestLimits limits;
    private final Bytes bytes = new Bytes();
    /** Requests without a complete response. */
    private int unanswered;
    /** Whether the last request is incomplete. */
    private boolean receiving;

    /** Whether further input is discarded. */
    private boolean ended;

    private boolean rejected;
    private @Nullable HttpRequestException pending;
    private int pendingAt;
    private @Nullable Future<?> receiveTimeout;
    private @Nullable Future<?> sendTimeout;

    public RequestGate(RequestLimits limits) {
        this.limits = limits;
    }

    /** The handler to add before the HTTP codec. */
    public Bytes bytes() {
        return bytes;
    }

    /** Starts the timeout with the first bytes of a request. */
    public final class Bytes extends ChannelInboundHandlerAdapter {
        private boolean begun;

        @Override
        public void channelRead(ChannelHandlerContext ctx, Object message) throws Exception {
            begun = true;
            if (message instanceof ByteBuf buffer) {
                buffer.retain();
                super.channelRead(ctx, message);
                // Remaining bytes belong to the next request.
                begun |= buffer.isReadable();
                buffer.release();
            } else {
                super.channelRead(ctx, message);
            }
        }

        /** Does not time a request that arrives at once. */
        @Override
        public void channelReadComplete(ChannelHandlerContext ctx) throws Exception {
            if (begun && receiveTimeout == null && !ended) {
                receiveTimeout = after(
                        ctx, limits.receiveTime(), () -> late(ctx.pipeline().context(RequestGate.this)));
            }
            super.channelReadComplete(ctx);
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) throws Exception {
        HttpRequestException rejection = ended ? null : check(message);
        if (ended || rejection != null) {
            ReferenceCountUtil.release(message);
            if (rejection != null) {
                reject(ctx, rejection);
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

    private static @Nullable HttpRequestException check(Object message) {
        if (message instanceof HttpObject part && part.decoderResult().isFailure()) {
            return RequestRules.malformed(part.decoderResult().cause());
        }
        if (message instanceof HttpRequest request) {
            return RequestRules.check(request);
        }
        return null;
    }

    private void received() {
        receiving = false;
        bytes.begun = false;
        receiveTimeout = cancelled(receiveTimeout);
    }

    /** The request is incomplete after its time. */
    private void late(@Nullable ChannelHandlerContext ctx) {
        receiveTimeout = null;
        if (ctx == null || ended) {
            return;
        }
        if (unanswered > (receiving ? 1 : 0)) {
            // The server may not read it until the previous requests are answered.
            receiveTimeout = after(ctx, limits.receiveTime(), () -> late(ctx));
            return;
        }
        reject(
                ctx,
                new HttpRequestException(
                        408,
                        RequestErrorCode.TIMEOUT,
                        "The request took longer to arrive than "
                                + limits.receiveTime().toMillis()
                                + " ms, the maximum (`laurel.limits.receive-time`)."));
    }

    /** Sends the rejection after the responses to the previous requests. */
    private void reject(ChannelHandlerContext ctx, HttpRequestException rejection) {
        ended = true;
        receiveTimeout = cancelled(receiveTimeout);
        if (unanswered == 0 && receiving) {
            // Its response has been sent already.
            ctx.close();
            return;
        }
        pendingAt = receiving ? 1 : 0;
        if (unanswered <= pendingAt) {
            send(ctx, rejection);
        } else {
            pending = rejection;
        }
    }

    private void send(ChannelHandlerContext ctx, HttpRequestException rejection) {
        rejected = true;
        ClosingResponse.send(ctx, rejection);
    }

    @Override
    public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) throws Exception {
        if (rejected) {
            ReferenceCountUtil.release(message);
            promise.unvoid().setSuccess();
            return;
        }
        if (isTimed(message)) {
            sendTimeout = after(ctx, limits.sendTime(), ctx::close);
        }
        boolean last = message instanceof LastHttpContent && !isInterim(message);
        if (last && sendTimeout == null && !(message instanceof FullHttpResponse)) {
            // The rest of an event stream or an export that has ended.
            sendTimeout = after(ctx, limits.sendTime(), ctx::close);
        }
        unanswered -= last ? 1 : 0;
        ChannelPromise written = promise;
        if (last && sendTimeout != null) {
            Future<?> timeout = sendTimeout;
            sendTimeout = null;
            written = written.unvoid().addListener(done -> timeout.cancel(false));
        }
        HttpRequestException next = last && unanswered <= pendingAt ? pending : null;
        if (next != null) {
            pending = null;
            written = written.unvoid().addListener(done -> send(ctx, next));
        }
        super.write(ctx, message, written);
    }

    /** Event streams and exports, which end themselves, are timed from their end, and small responses not at all. */
    private static boolean isTimed(Object message) {
        if (!(message instanceof HttpResponse response) || isInterim(message)) {
            return false;
        }
        return message instanceof FullHttpResponse full
                ? full.content().readableBytes() > SMALL
                : !response.headers().get(HttpHeaderNames.CONTENT_TYPE, "").startsWith("text/event-stream")
                        && !response.headers().contains(HttpHeaderNames.CONTENT_DISPOSITION);
    }

    private static boolean isInterim(Object message) {
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
        receiveTimeout = cancelled(receiveTimeout);
        sendTimeout = cancelled(sendTimeout);
    }

    private static Future<?> after(ChannelHandlerContext ctx, Duration time, Runnable action) {
        return ctx.executor().schedule(action, time.toMillis(), TimeUnit.MILLISECONDS);
    }

    private static @Nullable Future<?> cancelled(@Nullable Future<?> timeout) {
        if (timeout != null) {
            timeout.cancel(false);
        }
        return null;
    }
}
