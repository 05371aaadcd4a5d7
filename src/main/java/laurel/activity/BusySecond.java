package laurel.activity;

import io.micronaut.core.annotation.Introspected;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import laurel.database.partition.MonthPartitions;
import laurel.database.partition.PartitionedId;

/**
 * A whole second (UTC) in which an actor may have had more events than a person has.
 *
 * @param second its start
 */
@Introspected
record BusySecond(long actorId, Instant second) {
    /** Most events of one actor in a second that is not busy. */
    static final int MOST_EVENTS = 5;
    /** Longest run of busy seconds, one after the other, that is not a burst. */
    static final int LONGEST_RUN = 10;

    static BusySecond of(ActivityEvent event) {
        return new BusySecond(event.actorId(), event.occurredAt().truncatedTo(ChronoUnit.SECONDS));
    }

    /** The month whose partition has its events. */
    long month() {
        return MonthPartitions.month(second);
    }

    /** No event of its month has a smaller id. */
    long firstId() {
        return PartitionedId.first(month());
    }

    /** All events of its month have smaller ids. */
    long endId() {
        return PartitionedId.first(month() + 1);
    }

    /**
     * Those of busy seconds that lie in bursts: runs longer than {@link #LONGEST_RUN}. To tell whether a second lies
     * in one, it is enough to know as many seconds around it.
     */
    static Set<BusySecond> bursts(Collection<BusySecond> busy) {
        Set<BusySecond> known = new HashSet<>(busy);
        Set<BusySecond> bursts = new HashSet<>();
        for (BusySecond one : known) {
            if (!known.contains(one.plus(-1))) {
                List<BusySecond> run = run(one, known);
                if (run.size() > LONGEST_RUN) {
                    bursts.addAll(run);
                }
            }
        }
        return bursts;
    }

    private static List<BusySecond> run(BusySecond first, Set<BusySecond> known) {
        List<BusySecond> run = new ArrayList<>();
        for (BusySecond one = first; known.contains(one); one = one.plus(1)) {
            run.add(one);
        }
        return run;
    }

    private BusySecond plus(int seconds) {
        return new BusySecond(actorId, second.plusSeconds(seconds));
    }
}
