package laurel.bench.live;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import laurel.bench.measure.HttpConversation;
import org.jspecify.annotations.Nullable;

/** Sends submissions at a constant rate, over as many connections as wait for responses. */
public final class Feed {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int MAX_MESSAGE = 500;

    private final SocketLoop loop;
    private final Source source;
    private final HttpConversation conversation;
    private final Deque<Submitter> idle = new ArrayDeque<>();
    private int waiting;
    private long answers;
    private long failures;
    private @Nullable String failure;

    /** A source of submissions. */
    public interface Source {
        Submission next();
    }

    /**
     * The body of a request, and its leaderboard.
     *
     * @param body JSON
     */
    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    public record Submission(byte[] body, BoardTimes times) {}

    /** @param connections maximum number of submissions in progress */
    public Feed(SocketLoop loop, int connections, Source source, String expected) throws IOException {
        this.loop = loop;
        this.source = source;
        this.conversation = new HttpConversation(() -> ByteBuffer.allocate(0), expected);
        for (int i = 0; i < connections; i++) {
            Submitter submitter = new Submitter();
            submitter.line = loop.connect(submitter);
            idle.add(submitter);
        }
    }

    /**
     * The result of a run.
     *
     * @param perSecond responses per second while submissions were sent
     */
    public record Fed(
            double perSecond, long failures, @Nullable String failure) {}

    /** Submits at this rate for this long, or as fast as the service responds, and waits for the last response. */
    public Fed run(int perSecond, Duration time) throws IOException {
        answers = 0;
        failures = 0;
        failure = null;
        long began = System.nanoTime();
        long[] sent = {0};
        loop.run(() -> false, time, () -> {
            long due = (System.nanoTime() - began)
                    * perSecond
                    / Duration.ofSeconds(1).toNanos();
            while (sent[0] < due && !idle.isEmpty()) {
                idle.remove().send(source.next());
                sent[0]++;
            }
        });
        double rate = answers * 1e9 / (System.nanoTime() - began);
        if (!loop.run(() -> waiting == 0, PATIENCE, () -> {})) {
            throw new IOException(waiting + " submissions are not answered");
        }
        return new Fed(rate, failures, failure);
    }

    private ByteBuffer encode(byte[] body) {
        byte[] head = ("POST /graphql HTTP/1.1\r\nHost: " + loop.address().getHostString() + ":"
                        + loop.address().getPort()
                        + "\r\nContent-Type: application/json\r\nAccept: application/json\r\nContent-Length: "
                        + body.length + "\r\n\r\n")
                .getBytes(US_ASCII);
        return ByteBuffer.allocate(head.length + body.length)
                .put(head)
                .put(body)
                .flip();
    }

    /** One connection that submits. */
    private final class Submitter implements SocketLoop.Listener {
        private SocketLoop.@Nullable Line line;
        private @Nullable BoardTimes times;

        void send(Submission submission) throws IOException {
            times = submission.times();
            waiting++;
            submission.times().sent(System.nanoTime());
            requireNonNull(line).send(encode(submission.body()));
        }

        @Override
        public int take(SocketLoop.Line from, byte[] bytes, int end) {
            int length = conversation.length(bytes, end);
            if (length == 0) {
                return 0;
            }
            waiting--;
            idle.add(this);
            if (conversation.good(bytes, length)) {
                answers++;
                requireNonNull(times).answered(System.nanoTime());
            } else {
                failures++;
                failure = new String(bytes, 0, Math.min(length, MAX_MESSAGE), UTF_8);
            }
            return length;
        }

        @Override
        public void closed(SocketLoop.Line from) throws IOException {
            throw new IOException("the service closed a connection");
        }
    }
}
