package laurel.window;

import java.time.Instant;
import java.time.ZoneId;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.Season;
import laurel.leaderboard.WindowDefinition;
import laurel.leaderboard.WindowKind;
import org.jspecify.annotations.Nullable;

/** The windows that leaderboards need at an instant: the current and the next ones. */
public final class RequiredWindows {
    private RequiredWindows() {}

    /** Returns the current windows of these leaderboards, and the next one of each definition and time zone. */
    static Set<WindowKey> of(Collection<Leaderboard> leaderboards, Instant now) {
        return leaderboards.stream().flatMap(board -> of(board, now).stream()).collect(Collectors.toSet());
    }

    static Set<WindowKey> of(Leaderboard leaderboard, Instant now) {
        Set<WindowKey> keys = new HashSet<>();
        for (WindowDefinition definition : leaderboard.windowDefinitions()) {
            for (ZoneId timeZone : leaderboard.timeZones(definition)) {
                keys.addAll(WindowKey.containing(leaderboard, definition, timeZone, now));
                // The next season is opened when it is started.
                @Nullable
                WindowBounds next = definition.kind() == WindowKind.SEASON
                        ? null
                        : WindowSchedule.of(leaderboard, definition, timeZone).next(now);
                if (next != null) {
                    keys.add(new WindowKey(leaderboard, definition, timeZone, next));
                }
            }
        }
        return keys;
    }

    /**
     * Returns until when a leaderboard requires the same windows as at an instant, as long as it has this version. With time zones
     * of the directory this is the instant itself, because they change without the version.
     */
    static Instant until(Leaderboard leaderboard, Instant now) {
        if (leaderboard.groupTimeZones() != null) {
            return now;
        }
        return leaderboard.windowDefinitions().stream()
                .flatMap(definition -> leaderboard.timeZones(definition).stream()
                        .map(timeZone -> WindowSchedule.of(leaderboard, definition, timeZone)))
                .flatMap(schedule -> schedule.nextChange(now).stream())
                .min(Comparator.naturalOrder())
                .orElse(Instant.MAX);
    }

    /** Returns the windows of started seasons that accept submissions at a time of the leaderboard, in their grace period too. */
    static Set<WindowKey> ofSeasons(Leaderboard leaderboard, Instant time) {
        List<WindowDefinition> definitions = leaderboard.windowDefinitions().stream()
                .filter(definition -> definition.kind() == WindowKind.SEASON)
                .toList();
        Set<WindowKey> keys = new HashSet<>();
        for (Season season :
                leaderboard.seasons().stream().filter(Season::started).toList()) {
            WindowBounds bounds = WindowBounds.of(season, leaderboard.seasons());
            definitions.forEach(of -> keys.add(new WindowKey(leaderboard, of, leaderboard.timeZone(), bounds)));
        }
        keys.removeIf(key -> !key.accepts(time));
        return keys;
    }

    /** Returns the names of the slices of these windows. */
    static Set<String> slices(Collection<Leaderboard> leaderboards, Instant now) {
        return of(leaderboards, now).stream().map(key -> key.slice().name()).collect(Collectors.toSet());
    }
}
