package laurel.score.backfill;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.micronaut.serde.annotation.Serdeable;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.WindowDefinition;
import laurel.window.WindowKey;
import laurel.window.WindowSchedule;
import org.jspecify.annotations.Nullable;

/**
 * The remaining windows of a backfill, from the newest to the oldest.
 *
 * @param total the number of windows at the start
 */
@Serdeable
@JsonInclude(JsonInclude.Include.ALWAYS)
record BackfillPlan(List<PlannedWindow> left, int total) {
    /** Number of windows in a part, which is one transaction. */
    private static final int PART_SIZE = 20;

    static BackfillPlan of(List<WindowKey> keys) {
        Comparator<WindowKey> newest = Comparator.comparing(
                key -> key.bounds().startsAt(), Comparator.nullsFirst(Comparator.<Instant>naturalOrder()));
        List<PlannedWindow> windows = keys.stream()
                .sorted(newest.reversed())
                .map(key ->
                        new PlannedWindow(key.timeZone().getId(), key.bounds().startsAt()))
                .toList();
        return new BackfillPlan(windows, windows.size());
    }

    /** The windows of the next part. */
    List<PlannedWindow> part() {
        return left.subList(0, Math.min(PART_SIZE, left.size()));
    }

    /** The plan after that part; null if no window remains. */
    @Nullable
    BackfillPlan rest() {
        return left.size() <= PART_SIZE ? null : new BackfillPlan(left.subList(PART_SIZE, left.size()), total);
    }

    /**
     * A window of the definition.
     *
     * @param startsAt null for the all-time window
     */
    @Serdeable
    @JsonInclude(JsonInclude.Include.ALWAYS)
    record PlannedWindow(String timeZone, @Nullable Instant startsAt) {
        /** Empty if the leaderboard does not have the window any more, for example because a season was moved. */
        Optional<WindowKey> key(Leaderboard board, WindowDefinition definition) {
            ZoneId zone = ZoneId.of(timeZone);
            WindowSchedule schedule = WindowSchedule.of(board, definition, zone);
            return schedule.containing(startsAt == null ? Instant.EPOCH : startsAt).stream()
                    .filter(bounds -> startsAt == null || startsAt.equals(bounds.startsAt()))
                    .map(bounds -> new WindowKey(board, definition, zone, bounds))
                    .findFirst();
        }
    }
}
