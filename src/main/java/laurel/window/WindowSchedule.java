package laurel.window;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.time.ZoneId;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.Season;
import laurel.leaderboard.WindowDefinition;
import org.jspecify.annotations.Nullable;

/**
 * Computes the windows of a definition in a time zone.
 *
 * @param timeZone ignored by definitions that do not follow a time zone
 * @param seasons  started and planned seasons, in order of number
 */
public record WindowSchedule(WindowDefinition definition, ZoneId timeZone, List<Season> seasons) {

    /** Returns the schedule of a definition in the time zone of the leaderboard or of one of its groups. */
    public static WindowSchedule of(Leaderboard board, WindowDefinition definition, ZoneId timeZone) {
        return new WindowSchedule(definition, timeZone, board.seasons());
    }

    /** Returns the windows that contain an instant, oldest first; empty between seasons. */
    public List<WindowBounds> containing(Instant instant) {
        return switch (definition.kind()) {
            case HOURLY, DAILY, WEEKLY, MONTHLY, YEARLY, ALL_TIME ->
                List.of(new CalendarSchedule(timeZone).at(definition.kind(), instant));
            case CUSTOM -> CustomSchedule.of(definition, timeZone).containing(instant);
            case SEASON ->
                seasonBounds().filter(season -> season.contains(instant)).toList();
        };
    }

    /** Returns the window at an instant: the oldest that contains it. */
    public Optional<WindowBounds> at(Instant instant) {
        return containing(instant).stream().findFirst();
    }

    /** Returns the next window that starts after an instant; null if there is none. */
    public @Nullable WindowBounds next(Instant instant) {
        return switch (definition.kind()) {
            case HOURLY, DAILY, WEEKLY, MONTHLY, YEARLY, ALL_TIME -> {
                CalendarSchedule calendar = new CalendarSchedule(timeZone);
                yield calendar.after(calendar.at(definition.kind(), instant));
            }
            case CUSTOM -> CustomSchedule.of(definition, timeZone).next(instant);
            case SEASON ->
                seasonBounds()
                        .filter(season -> requireNonNull(season.startsAt()).isAfter(instant))
                        .findFirst()
                        .orElse(null);
        };
    }

    /**
     * Returns the first instant after this one at which a window starts or ends; empty if there is none. Until then, the same
     * windows are the current ones and the next one.
     */
    public Optional<Instant> nextChange(Instant instant) {
        @Nullable WindowBounds next = next(instant);
        return Stream.concat(
                        containing(instant).stream().map(WindowBounds::endsAt),
                        Stream.ofNullable(next).map(WindowBounds::startsAt))
                .flatMap(Stream::ofNullable)
                .min(Comparator.naturalOrder());
    }

    /** Returns the end of the window at an instant, or of the next one; null if it does not end. */
    public @Nullable Instant nextEnd(Instant instant) {
        @Nullable WindowBounds bounds = at(instant).orElseGet(() -> next(instant));
        return bounds == null ? null : bounds.endsAt();
    }

    /** Returns the next window that starts after this one; null if there is none. */
    public @Nullable WindowBounds after(WindowBounds bounds) {
        return switch (definition.kind()) {
            case HOURLY, DAILY, WEEKLY, MONTHLY, YEARLY, ALL_TIME -> new CalendarSchedule(timeZone).after(bounds);
            case CUSTOM -> CustomSchedule.of(definition, timeZone).after(bounds);
            case SEASON ->
                seasonBounds()
                        .filter(season -> season.startsAfter(bounds))
                        .findFirst()
                        .orElse(null);
        };
    }

    /** Returns the last window that started before this one; null if there is none. */
    public @Nullable WindowBounds before(WindowBounds bounds) {
        return switch (definition.kind()) {
            case HOURLY, DAILY, WEEKLY, MONTHLY, YEARLY, ALL_TIME -> new CalendarSchedule(timeZone).before(bounds);
            case CUSTOM -> CustomSchedule.of(definition, timeZone).before(bounds);
            case SEASON ->
                seasonBounds()
                        .filter(season -> bounds.startsAfter(season))
                        .reduce((a, b) -> b)
                        .orElse(null);
        };
    }

    private Stream<WindowBounds> seasonBounds() {
        return seasons.stream().map(season -> WindowBounds.of(season, seasons));
    }
}
