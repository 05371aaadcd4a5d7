package laurel.streak;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micronaut.scheduling.annotation.Scheduled;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import laurel.Periodic;
import laurel.PeriodicJobs;
import laurel.Serving;
import laurel.database.partition.Attempts;
import laurel.database.sql.Sql;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Does all background work in parts. Each part is a transaction of its own under the lock of the app's activity, so
 * events are recorded between parts. One node works on an app at a time, and nodes share the apps. What is left to do is
 * rows: after a crash any node goes on with it.
 */
@Singleton
@Serving
public class BackgroundParts {
    private static final Logger LOG = LoggerFactory.getLogger(BackgroundParts.class);

    private static final int MOST_COUNTED = 10_000;

    private record Turn(BackgroundWork work, int app) {}

    private final List<BackgroundWork> works;
    private final Sql sql;
    private final DayRules dayRules;
    private final PeriodicJobs jobs;
    private final Clock clock;
    private final MeterRegistry meters;
    private final Map<String, AtomicLong> left = new ConcurrentHashMap<>();

    BackgroundParts(
            List<BackgroundWork> works,
            Sql sql,
            DayRules dayRules,
            PeriodicJobs jobs,
            Clock clock,
            MeterRegistry meters) {
        this.works = works;
        this.sql = sql;
        this.dayRules = dayRules;
        this.jobs = jobs;
        this.clock = clock;
        this.meters = meters;
    }

    @Scheduled(fixedDelay = "${laurel.activity.every:1s}", initialDelay = "${laurel.activity.every:1s}")
    @Periodic("derive streaks and scores of days")
    void run() {
        drain();
    }

    /**
     * Works until nothing is left but what other nodes are doing and what failed, or until the service is stopping. Works
     * and apps take turns.
     */
    public void drain() {
        Set<Turn> failed = new HashSet<>();
        boolean more = true;
        while (more) {
            more = false;
            for (BackgroundWork work : works) {
                more |= round(work, failed);
            }
        }
    }

    /** Does one part in each app that has some left and has not failed. Returns whether there was one. */
    private boolean round(BackgroundWork work, Set<Turn> failed) {
        boolean done = false;
        try {
            for (int app : work.apps()) {
                done |= !jobs.stopping() && !failed.contains(new Turn(work, app)) && part(work, app, failed);
            }
            count(work);
        } catch (RuntimeException e) {
            LOG.warn("Could not look for background work {}; the next run tries again", work.name(), e);
        }
        return done;
    }

    private boolean part(BackgroundWork work, int app, Set<Turn> failed) {
        Instant now = clock.instant();
        try {
            work.prepare(now);
            return Attempts.inTransaction(sql, () -> {
                if (!dayRules.claim(work.name(), app)) {
                    return false;
                }
                dayRules.lock(app);
                return work.part(app, now);
            });
        } catch (RuntimeException e) {
            LOG.warn("Background work {} failed in app {}; the next run tries again", work.name(), app, e);
            failed.add(new Turn(work, app));
            return false;
        }
    }

    private void count(BackgroundWork work) {
        left.computeIfAbsent(work.name(), this::gauge).set(work.left(MOST_COUNTED));
    }

    private AtomicLong gauge(String name) {
        AtomicLong value = new AtomicLong();
        Gauge.builder("laurel.activity.backlog", value, AtomicLong::get)
                .description("Background work on activity that is left to do")
                .tag("work", name)
                .register(meters);
        return value;
    }
}
