package laurel.bench.live;

import java.util.Arrays;
import org.HdrHistogram.Histogram;

/**
 * When submissions to one leaderboard were sent, and when their responses arrived. Commits happen in between, in
 * order: the n-th commit is not earlier than the n-th request and not later than the n-th response.
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

    /** Number of responses. */
    int answers() {
        return answers;
    }

    private static long[] with(long[] times, int at, long time) {
        long[] room = at < times.length ? times : Arrays.copyOf(times, at * 2);
        room[at] = time;
        return room;
    }

    /**
     * Records that a subscriber received the changes of the submissions from one number (inclusive, from 0) to another
     * (exclusive).
     *
     * @param most receives the time since each was sent
     * @param least receives the time since each response, 0 if there is none yet
     */
    void seen(int from, int to, long now, Histogram most, Histogram least) {
        for (int i = from; i < to; i++) {
            most.recordValue(now - sent[i]);
            least.recordValue(i < answers ? Math.max(0, now - answered[i]) : 0);
        }
    }
}
