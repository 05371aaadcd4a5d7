package laurel.ranking;

import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import laurel.leaderboard.LeaderboardFilter.ArchivedFilter;
import laurel.leaderboard.LeaderboardFilter.VisibilityFilter;
import laurel.leaderboard.WindowKind;
import laurel.request.Text;
import laurel.window.Window.WindowState;
import org.jspecify.annotations.Nullable;

/**
 * Selects standings of a participant. All conditions must match.
 *
 * @param kinds           kinds of the windows
 * @param states          states of the windows at their leaderboard's current time
 * @param moment          whether the windows contain {@code at}
 * @param at              null for the present of each leaderboard
 * @param startTime       the windows end after it; null for all
 * @param endTime         the windows start before it; null for all
 * @param leaderboardKeys keys of the leaderboards; null for all
 * @param includePrivate  whether the caller may list private leaderboards
 */
public record ParticipantStandingFilter(
        Set<WindowKind> kinds,
        Set<WindowState> states,
        boolean moment,
        @Nullable Instant at,
        @Nullable Instant startTime,
        @Nullable Instant endTime,
        @Nullable List<String> leaderboardKeys,
        VisibilityFilter visibility,
        boolean includePrivate,
        ArchivedFilter archived,
        StandingGroupFilter groups) {
    /** The standings among everyone in the present windows of all public leaderboards that are not archived. */
    public static final ParticipantStandingFilter PRESENT_OF_EVERYONE = new ParticipantStandingFilter(
            Set.of(WindowKind.values()),
            Set.of(WindowState.values()),
            true,
            null,
            null,
            null,
            null,
            VisibilityFilter.PUBLIC,
            false,
            ArchivedFilter.EXCLUDE,
            StandingGroupFilter.EVERYONE);

    /** One text, because a statement takes no array of arrays. */
    String kindNames() {
        return names(kinds.stream());
    }

    /** See {@link #kindNames}. */
    String stateNames() {
        return names(states.stream());
    }

    private static String names(Stream<? extends Enum<?>> constants) {
        return constants.map(Enum::name).sorted().collect(Collectors.joining(" "));
    }

    /** See {@link #kindNames}; keys have no spaces. Null for all. */
    @Nullable
    String keys() {
        return leaderboardKeys == null
                ? null
                : leaderboardKeys.stream().filter(Text::isKey).collect(Collectors.joining(" "));
    }

    /** Identifies the filter in cursors. */
    public String text() {
        return String.join(
                ":",
                kindNames(),
                stateNames(),
                moment + "," + at + "," + startTime + "," + endTime,
                keys() == null ? "" : "=" + keys(),
                visibility + "," + includePrivate + "," + archived + "," + groups);
    }

    /** Whether standings within groups match. */
    public enum StandingGroupFilter {
        /** Only standings among everyone. */
        EVERYONE,
        /** Standings among everyone and within groups. */
        ALL
    }
}
