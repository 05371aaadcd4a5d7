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

/** Subscribers, each on a connection of its own. */
public final class Audience {
    private static final int DIGITS = 3;
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    /**
     * As many as may be under way at once: the queue of those that the system has accepted and the service has not
     * is short.
     */
    private static final int AT_ONCE = 100;

    private final SocketLoop loop;
    private final Map<Subscriber, SocketLoop.Line> acknowledged = new LinkedHashMap<>();
    private final List<SocketLoop.Line> lines = new ArrayList<>();
    private int begun;
    private long frames;
    private Histogram most = new Histogram(DIGITS);
    private Histogram least = new Histogram(DIGITS);
    private long failures;
    private @Nullable String failure;

    public Audience(SocketLoop loop) {
        this.loop = loop;
    }

    /** Connects as many as there are wishes, up to the service's acknowledgement. */
    public void connect(String path, List<Wish> wishes, Progress progress) throws IOException {
        progress.begin("WebSockets", wishes.size(), "connections");
        ByteBuffer upgrade = Frames.upgrade(loop.address(), path);
        for (Wish wish : wishes) {
            SocketLoop.Line line = loop.connect(new Subscriber(this, wish));
            lines.add(line);
            line.send(upgrade.duplicate());
            await(() -> lines.size() - acknowledged.size() < AT_ONCE, "acknowledged");
            progress.advance(1);
        }
        await(() -> acknowledged.size() == lines.size(), "acknowledged");
        progress.end();
    }

    /** Lets all subscribe, and waits for the first that each is told. */
    public void subscribe(Progress progress) throws IOException {
        progress.begin("subscriptions", acknowledged.size(), "subscriptions");
        int asked = 0;
        for (Map.Entry<Subscriber, SocketLoop.Line> one : acknowledged.entrySet()) {
            one.getKey().subscribe(one.getValue());
            int all = ++asked;
            await(() -> all - begun < AT_ONCE, "told the first");
            progress.advance(1);
        }
        await(() -> begun == acknowledged.size(), "told the first");
        progress.end();
    }

    private void await(BooleanSupplier done, String what) throws IOException {
        boolean all = done.getAsBoolean() || loop.run(() -> done.getAsBoolean() || failures > 0, PATIENCE, () -> {});
        if (!all || failures > 0) {
            throw new IOException("not everybody was " + what + ", but: " + failure);
        }
    }

    /** How many are behind the submissions to their boards after they had this long. */
    public long behind(Duration patience) throws IOException {
        loop.run(() -> acknowledged.keySet().stream().allMatch(Subscriber::upToDate), patience, () -> {});
        return acknowledged.keySet().stream().filter(one -> !one.upToDate()).count();
    }

    /** What they saw since they were asked the last time. */
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
     * What subscribers saw.
     *
     * @param frames   how many frames
     * @param most     nanoseconds from when each submission was sent to when each subscriber knew of it
     * @param least    the same from when it was answered
     * @param failures how many messages were no news
     * @param failure  one of them
     */
    public record Seen(
            long frames,
            Histogram most,
            Histogram least,
            long failures,
            @Nullable String failure) {}

    /** All leave. */
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
        begun++;
    }

    /** Somebody who knew of so many submissions knows of more now; says of how many. */
    int seen(BoardTimes times, int from, int to) {
        frames++;
        if (to < from || to > times.sends()) {
            failed("told of " + to + " submissions of " + times.sends() + " after " + from);
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
