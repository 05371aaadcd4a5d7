package laurel.activity;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.List;
import laurel.activity.burst.Bursts;
import laurel.streak.DayRules;

/** Mutes events that were stored before their burst rule. */
@Singleton
class BurstBacklog implements Backlog {
    private final Bursts bursts;
    private final ActivityCounter counter;
    private final DayRules dayRules;

    BurstBacklog(Bursts bursts, ActivityCounter counter, DayRules dayRules) {
        this.bursts = bursts;
        this.counter = counter;
        this.dayRules = dayRules;
    }

    @Override
    public String name() {
        return "bursts";
    }

    @Override
    public List<Integer> apps() {
        return bursts.unevaluatedApps();
    }

    @Override
    public long size(int limit) {
        return bursts.countUnevaluated();
    }

    @Override
    public void prepare(Instant now) {
        counter.prepare(now);
    }

    @Override
    public int processPart(int app, int size, Instant now) {
        if (!bursts.isUnevaluated(app)) {
            return 0;
        }
        counter.muteEarlier(app, dayRules.ofApp(app), now);
        return 1;
    }
}
