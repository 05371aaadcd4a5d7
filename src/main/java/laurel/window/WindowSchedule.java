package laurel.window;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.Season;
import laurel.leaderboard.WindowDefinition;
import org.jspecify.annotations.Nullable;

/**
 * The windows that one definition means in one zone.
 *
 * @param timeZone    of which only definitions of the wall clock take notice
 * @param seasons what people have set, in order of number; those that are only planned among them
 */
public record WindowSchedule(WindowDefinition definition, ZoneId timeZone, List<Season> seasons) {

    /** Those of a definition of this board, in a zone of its own or of one of its groups. */
    public static WindowSchedule of(Leaderboard board, WindowDefinition definition, ZoneId timeZone) {
        return new WindowSchedule(definition, timeZone, board.seasons());
    }

    /** The windows that contain an instant, the oldest first; between seasons there are none. */
    public List<WindowBounds> containing(Instant instant) {
        return switch (definition.kind()) {
            case HOURLY, DAILY, WEEKLY, MONTHLY, YEARLY, ALL_TIME ->
                List.of(new CalendarSchedule(timeZone).at(definition.kind(), instant));
            case CUSTOM -> CustomSchedule.of(definition, timeZone).containing(instant);
            case SEASON ->
                seasonBounds().filter(season -> season.contains(instant)).toList();
        };
    }

    /** The window at an instant: the oldest that contains it. */
    public Optional<WindowBounds> at(Instant instant) {
        return containing(instant).stream().findFirst();
    }

    /** Returns the first window that starts after an instant; null if there is none. */
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

    /** Returns the next end of a window after an instant; null if no window ends. */
    public @Nullable Instant nextEnd(Instant instant) {
        @Nullable WindowBounds bounds = at(instant).orElseGet(() -> next(instant));
        return bounds == null ? null : bounds.endsAt();
    }

    /** Returns the window that starts after this one; null if there is none. */
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

    /** The window that started last before this one; null where there was none. */
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
