package laurel.bench.live;

import java.util.Arrays;
import org.HdrHistogram.Histogram;

/**
 * When submissions to one board were sent, and when they were answered. They are committed in between, one after the
 * other: of those that are committed the n-th is so no earlier than the n-th is sent, and no later than the n-th is
 * answered.
 */
public final class BoardTimes {
    private long[] sent = new long[64];
    private long[] answered = new long[64];
    private int sends;
    private int answers;

    void sent(long now) {
        sent = with(sent, sends++, now);
    }

    void answered(long now) {
        answered = with(answered, answers++, now);
    }

    int sends() {
        return sends;
    }

    /** How many are answered. */
    int answers() {
        return answers;
    }

    private static long[] with(long[] times, int at, long time) {
        long[] room = at < times.length ? times : Arrays.copyOf(times, at * 2);
        room[at] = time;
        return room;
    }

    /**
     * Somebody learns of those from one number (inclusive, from 0) to another (exclusive).
     *
     * @param most  gets the time since each was sent
     * @param least gets the time since each was answered, 0 where it is not yet
     */
    void seen(int from, int to, long now, Histogram most, Histogram least) {
        for (int i = from; i < to; i++) {
            most.recordValue(now - sent[i]);
            least.recordValue(i < answers ? Math.max(0, now - answered[i]) : 0);
        }
    }
}
