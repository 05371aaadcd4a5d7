package laurel.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import laurel.api.access.Caller;
import laurel.api.operation.ConnectionLimits;
import laurel.api.operation.Operations;
import laurel.api.operation.RunningOperation;
import laurel.api.operation.SendBuffer;
import laurel.api.socket.CloseCode;
import laurel.api.socket.SocketSession;
import laurel.api.socket.SocketSession.Authentication;
import laurel.api.socket.SocketTransport;
import laurel.request.access.Identity;

/** A client of a {@link SocketSession} without a network. Records messages, and counts subscriptions. */
public final class InMemorySocket implements SocketTransport, RunningOperation.SubscriptionListener {
    public static final String INIT = "{\"type\": \"connection_init\"}";
    public static final String ACK = "{\"type\":\"connection_ack\"}";
    public static final String PING = "{\"type\": \"ping\"}";
    public static final String PONG = "{\"type\":\"pong\"}";
    private static final ConnectionLimits LIMITS = new ConnectionLimits(
            10,
            3,
            1_000,
            1_000,
            10_000,
            10_000,
            Duration.ofSeconds(10),
            Duration.ofSeconds(20),
            Duration.ofSeconds(30),
            Duration.ofSeconds(60));

    public final BlockingQueue<String> messages = new LinkedBlockingQueue<>();
    public final AtomicInteger subscriptions = new AtomicInteger();
    public final AtomicInteger dropped = new AtomicInteger();
    /** The send buffer, which tests fill and empty. */
    final SendBuffer buffer;

    private final CompletableFuture<String> closing = new CompletableFuture<>();
    private final SocketSession session;

    public InMemorySocket(TestServer server) {
        this(server, init -> new Caller(1, Identity.operator("test"), TestServer.IDS));
    }

    public InMemorySocket(TestServer server, Authentication admission) {
        buffer = new SendBuffer(
                LIMITS.buffer(), server.beans().getBean(Operations.class).executor());
        session = new SocketSession(this, server.beans().getBean(Operations.class), LIMITS, admission, this);
    }

    public SocketSession session() {
        return session;
    }

    public void init() {
        send(INIT);
        assertThat(next()).isEqualTo(ACK);
    }

    public void send(String text) {
        session.receive(text.getBytes(UTF_8));
    }

    /** Sends a subscription with a variable. */
    public void subscribe(String id, String query, String name, String value) {
        send(
                "{\"type\": \"subscribe\", \"id\": \"%s\", \"payload\": {\"query\": \"%s\", \"variables\": {\"%s\": \"%s\"}}}"
                        .formatted(id, query, name, value));
    }

    public void subscribe(String id, String query) {
        send(subscription(id, query));
    }

    public static String subscription(String id, String query) {
        return "{\"type\": \"subscribe\", \"id\": \"" + id + "\", \"payload\": {\"query\": \"" + query + "\"}}";
    }

    /** Returns the next message. */
    public String next() {
        try {
            String message = messages.poll(120, TimeUnit.SECONDS);
            return message == null ? "no message" : message;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns the close code and reason. */
    public String awaitClose() {
        return closing.orTimeout(120, TimeUnit.SECONDS).join();
    }

    /** Asserts that the next message is the answer to a ping. */
    public void assertNoMessage() {
        send(PING);
        assertThat(next()).isEqualTo(PONG);
        assertThat(closing).isNotDone();
    }

    public void disconnect() {
        session.onClose();
    }

    public void fillBuffer() {
        buffer.add(LIMITS.buffer());
    }

    public void emptyBuffer() {
        buffer.remove(LIMITS.buffer());
    }

    @Override
    public SendBuffer sendBuffer() {
        return buffer;
    }

    @Override
    public CompletionStage<?> sendResult(byte[] text) {
        sendControl(text);
        return CompletableFuture.completedStage(null);
    }

    @Override
    public void sendControl(byte[] text) {
        messages.add(new String(text, UTF_8));
    }

    @Override
    public void close(CloseCode code, String reason) {
        closing.complete(code.number() + " " + reason);
    }

    @Override
    public void onStart() {
        subscriptions.incrementAndGet();
    }

    @Override
    public void onEnd() {
        subscriptions.decrementAndGet();
    }

    @Override
    public void onDrop() {
        dropped.incrementAndGet();
    }
}
