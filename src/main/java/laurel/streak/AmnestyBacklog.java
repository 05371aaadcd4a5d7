package laurel.streak;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.toMap;

import io.micronaut.context.annotation.Value;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import laurel.streak.DueAmnestyRepository.DueAmnesty;

/** Has the streaks of many participants follow an amnesty, or its end, in the background. */
@Singleton
class AmnestyBacklog implements BackgroundWork {
    private final DueAmnestyRepository due;
    private final StreakRepository streaks;
    private final Runs runs;
    private final List<StreakListener> listeners;
    private final int most;

    /** @param most participants whose streaks one transaction changes */
    AmnestyBacklog(
            DueAmnestyRepository due,
            StreakRepository streaks,
            Runs runs,
            List<StreakListener> listeners,
            @Value("${laurel.activity.part:200}") int most) {
        this.due = due;
        this.streaks = streaks;
        this.runs = runs;
        this.listeners = listeners;
        this.most = most;
    }

    @Override
    public String name() {
        return "amnesties";
    }

    @Override
    public List<Integer> apps() {
        return due.apps();
    }

    @Override
    public long left(int atMost) {
        return due.count(atMost);
    }

    @Override
    public void prepare(Instant now) {
        listeners.forEach(listener -> listener.prepareChange(now));
    }

    @Override
    public boolean part(int app, Instant now) {
        Map<StreakOf, DueAmnesty> next = once(due.next(app, most));
        if (next.isEmpty()) {
            return false;
        }
        Map<Long, Streak> byId =
                streaks
                        .byIds(
                                app,
                                next.keySet().stream()
                                        .map(StreakOf::streakId)
                                        .distinct()
                                        .toList())
                        .stream()
                        .collect(toMap(Streak::id, Function.identity()));
        List<StreakChange> changes = runs.follow(next.values().stream()
                .map(one -> one.touched(requireNonNull(byId.get(one.streakId()))))
                .toList());
        listeners.forEach(listener -> listener.changed(app, changes, now));
        due.remove(next.values());
        return true;
    }

    /** The first of these, up to one whose streak comes a second time. */
    private static Map<StreakOf, DueAmnesty> once(List<DueAmnesty> next) {
        Map<StreakOf, DueAmnesty> once = new LinkedHashMap<>();
        for (DueAmnesty one : next) {
            if (once.putIfAbsent(one.streakOf(), one) != null) {
                break;
            }
        }
        return once;
    }
}
