package laurel.bench.live;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import laurel.bench.measure.Progress;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** Subscribers, each with a separate connection. */
public final class Audience {
    private static final int DIGITS = 3;
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    /**
     * Maximum number of connections in progress: the accept queue of the service is short.
     */
    private static final int AT_ONCE = 100;

    private final SocketLoop loop;
    private final Map<Subscriber, SocketLoop.Line> acknowledged = new LinkedHashMap<>();
    private final List<SocketLoop.Line> lines = new ArrayList<>();
    private int started;
    private long frames;
    private Histogram most = new Histogram(DIGITS);
    private Histogram least = new Histogram(DIGITS);
    private long failures;
    private @Nullable String failure;

    public Audience(SocketLoop loop) {
        this.loop = loop;
    }

    /** Opens a connection for each subscription, and waits for the acknowledgement. */
    public void connect(String path, List<Subscription> subscriptions, Progress progress) throws IOException {
        progress.begin("WebSockets", subscriptions.size(), "connections");
        ByteBuffer upgrade = Frames.upgrade(loop.address(), path);
        for (Subscription subscription : subscriptions) {
            SocketLoop.Line line = loop.connect(new Subscriber(this, subscription));
            lines.add(line);
            line.send(upgrade.duplicate());
            await(() -> lines.size() - acknowledged.size() < AT_ONCE, "acknowledged");
            progress.advance(1);
        }
        await(() -> acknowledged.size() == lines.size(), "acknowledged");
        progress.end();
    }

    /** Subscribes, and waits for the first event of each subscriber. */
    public void subscribe(Progress progress) throws IOException {
        progress.begin("subscriptions", acknowledged.size(), "subscriptions");
        int subscribed = 0;
        for (Map.Entry<Subscriber, SocketLoop.Line> one : acknowledged.entrySet()) {
            one.getKey().subscribe(one.getValue());
            int all = ++subscribed;
            await(() -> all - started < AT_ONCE, "first events");
            progress.advance(1);
        }
        await(() -> started == acknowledged.size(), "first events");
        progress.end();
    }

    private void await(BooleanSupplier done, String what) throws IOException {
        boolean all = done.getAsBoolean() || loop.run(() -> done.getAsBoolean() || failures > 0, PATIENCE, () -> {});
        if (!all || failures > 0) {
            throw new IOException("not all subscribers were " + what + ", but: " + failure);
        }
    }

    /** Number of subscribers that have not received all changes after this time. */
    public long behind(Duration patience) throws IOException {
        loop.run(() -> acknowledged.keySet().stream().allMatch(Subscriber::upToDate), patience, () -> {});
        return acknowledged.keySet().stream().filter(one -> !one.upToDate()).count();
    }

    /** The events since the last call. */
    public Seen seen() {
        Seen seen = new Seen(frames, most, least, failures, failure);
        frames = 0;
        most = new Histogram(DIGITS);
        least = new Histogram(DIGITS);
        failures = 0;
        failure = null;
        return seen;
    }

    /**
     * Events that subscribers received.
     *
     * @param frames   number of frames
     * @param most     nanoseconds from sending each submission to its event at each subscriber
     * @param least    nanoseconds from the response to each submission to its event
     * @param failures number of unexpected messages
     * @param failure  one of them
     */
    public record Seen(
            long frames,
            Histogram most,
            Histogram least,
            long failures,
            @Nullable String failure) {}

    /** Closes all connections. */
    public void leave() throws IOException {
        for (SocketLoop.Line line : lines) {
            line.close();
        }
        lines.clear();
        acknowledged.clear();
    }

    void acknowledged(Subscriber subscriber, SocketLoop.Line line) {
        acknowledged.put(subscriber, line);
    }

    void began() {
        started++;
    }

    /** Records that a subscriber has received the changes of more submissions. Returns their number. */
    int seen(BoardTimes times, int from, int to) {
        frames++;
        if (to < from || to > times.sends()) {
            failed("event of submission " + to + " of " + times.sends() + " after " + from);
            return from;
        }
        times.seen(from, to, System.nanoTime(), most, least);
        return to;
    }

    void failed(String what) {
        failures++;
        failure = what;
    }
}
