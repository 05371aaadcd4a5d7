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
 * A whole second (UTC) of an actor. It is busy if the actor has more events in it than a person could cause.
 *
 * @param second start of the second
 */
@Introspected
record BusySecond(long actorId, Instant second) {
    /** Maximum number of events of an actor in a second that is not busy. */
    static final int MAX_EVENTS = 5;
    /** Maximum number of consecutive busy seconds that are not a burst. */
    static final int MAX_RUN = 10;

    static BusySecond of(ActivityEvent event) {
        return new BusySecond(event.actorId(), event.occurredAt().truncatedTo(ChronoUnit.SECONDS));
    }

    /** Returns the month of the partition with the second's events. */
    long month() {
        return MonthPartitions.month(second);
    }

    /** Returns the smallest possible id of the month's events. */
    long firstId() {
        return PartitionedId.first(month());
    }

    /** Returns the smallest possible id of the next month's events. */
    long endId() {
        return PartitionedId.first(month() + 1);
    }

    /**
     * Returns the busy seconds in bursts: runs of more than {@link #MAX_RUN} consecutive busy seconds. Whether a second is in
     * a burst depends only on as many seconds around it.
     */
    static Set<BusySecond> inBursts(Collection<BusySecond> busy) {
        Set<BusySecond> known = new HashSet<>(busy);
        Set<BusySecond> bursts = new HashSet<>();
        for (BusySecond one : known) {
            if (!known.contains(one.plus(-1))) {
                List<BusySecond> run = run(one, known);
                if (run.size() > MAX_RUN) {
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
