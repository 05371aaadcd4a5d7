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
import laurel.api.socket.SocketSession.Admitting;
import laurel.api.socket.SocketTransport;

/** A client's side of a {@link SocketSession} without a network: keeps what it is told, and counts. */
public final class InMemorySocket implements SocketTransport, RunningOperation.Count {
    public static final String INIT = "{\"type\": \"connection_init\"}";
    public static final String ACK = "{\"type\":\"connection_ack\"}";
    public static final String PING = "{\"type\": \"ping\"}";
    public static final String PONG = "{\"type\":\"pong\"}";
    private static final ConnectionLimits LIMITS = new ConnectionLimits(
            10, 3, 10_000, 10_000, Duration.ofSeconds(10), Duration.ofSeconds(20), Duration.ofSeconds(30));

    public final BlockingQueue<String> messages = new LinkedBlockingQueue<>();
    public final AtomicInteger subscriptions = new AtomicInteger();
    public final AtomicInteger dropped = new AtomicInteger();
    /** Where a test takes room and gives it back. */
    final SendBuffer room;

    private final CompletableFuture<String> closing = new CompletableFuture<>();
    private final SocketSession conversation;

    public InMemorySocket(TestServer server) {
        this(server, init -> new Caller(1, true, TestServer.IDS));
    }

    public InMemorySocket(TestServer server, Admitting admission) {
        room = new SendBuffer(
                LIMITS.buffer(), server.beans().getBean(Operations.class).executor());
        conversation = new SocketSession(this, server.beans().getBean(Operations.class), LIMITS, admission, this);
    }

    public SocketSession conversation() {
        return conversation;
    }

    public void init() {
        say(INIT);
        assertThat(next()).isEqualTo(ACK);
    }

    public void say(String text) {
        conversation.received(text.getBytes(UTF_8));
    }

    public void subscribe(String id, String query) {
        say(subscription(id, query));
    }

    public static String subscription(String id, String query) {
        return "{\"type\": \"subscribe\", \"id\": \"" + id + "\", \"payload\": {\"query\": \"" + query + "\"}}";
    }

    /** What is said next. */
    public String next() {
        try {
            String message = messages.poll(120, TimeUnit.SECONDS);
            return message == null ? "nothing" : message;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** What it is closed with. */
    public String closed() {
        return closing.orTimeout(120, TimeUnit.SECONDS).join();
    }

    /** What is said next is the answer to a ping. */
    public void assertQuiet() {
        say(PING);
        assertThat(next()).isEqualTo(PONG);
        assertThat(closing).isNotDone();
    }

    public void leave() {
        conversation.closed();
    }

    /** There is no room for results. */
    public void fill() {
        room.add(LIMITS.buffer());
    }

    /** There is again. */
    public void empty() {
        room.taken(LIMITS.buffer());
    }

    @Override
    public SendBuffer room() {
        return room;
    }

    @Override
    public CompletionStage<?> send(byte[] text) {
        say(text);
        return CompletableFuture.completedStage(null);
    }

    @Override
    public void say(byte[] text) {
        messages.add(new String(text, UTF_8));
    }

    @Override
    public void close(CloseCode code, String reason) {
        closing.complete(code.number() + " " + reason);
    }

    @Override
    public void began() {
        subscriptions.incrementAndGet();
    }

    @Override
    public void ended() {
        subscriptions.decrementAndGet();
    }

    @Override
    public void dropped() {
        dropped.incrementAndGet();
    }
}
