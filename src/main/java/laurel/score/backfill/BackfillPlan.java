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
 * The windows that a backfill has not come to yet, the newest first.
 *
 * @param total how many there were
 */
@Serdeable
@JsonInclude(JsonInclude.Include.ALWAYS)
record BackfillPlan(List<PlannedWindow> left, int total) {
    /** Most windows of one part. */
    private static final int PART = 20;

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
        return left.subList(0, Math.min(PART, left.size()));
    }

    /** What is left after that part; null if nothing is. */
    @Nullable
    BackfillPlan rest() {
        return left.size() <= PART ? null : new BackfillPlan(left.subList(PART, left.size()), total);
    }

    /**
     * A window of the definition.
     *
     * @param startsAt null for all of time
     */
    @Serdeable
    @JsonInclude(JsonInclude.Include.ALWAYS)
    record PlannedWindow(String timeZone, @Nullable Instant startsAt) {
        /** Empty if the leaderboard has no such window any more, as when a season was moved. */
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
