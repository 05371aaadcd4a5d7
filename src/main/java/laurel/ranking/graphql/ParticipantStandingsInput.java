package laurel.ranking.graphql;

import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import laurel.graphql.Input;
import laurel.graphql.PageSize;
import laurel.leaderboard.Group;
import laurel.leaderboard.LeaderboardFilter.VisibilityFilter;
import laurel.leaderboard.WindowKind;
import laurel.leaderboard.graphql.LeaderboardGraphQL;
import laurel.ranking.ParticipantStandingFilter;
import laurel.ranking.ParticipantStandingFilter.StandingGroupFilter;
import laurel.ranking.ParticipantStandingsQuery;
import laurel.ranking.ParticipantStandingsQuery.StandingListKey;
import laurel.request.RequestErrorCode;
import laurel.request.RequestException;
import laurel.window.Window.WindowState;
import org.jspecify.annotations.Nullable;

/** Reads the arguments and cursors of a participant's standings. Throws a RequestException if they are invalid. */
final class ParticipantStandingsInput {
    private static final int MAX_YEAR = 10_000;
    private static final String WINDOW_KINDS = "windowKinds";
    private static final String LEADERBOARD_KEYS = "leaderboardKeys";

    private ParticipantStandingsInput() {}

    /** Reads the conditions. Without a filter and a time, only the present windows match. */
    static ParticipantStandingFilter filter(Input arguments, boolean withPrivate, PageSize pageSize) {
        boolean filtered = arguments.hasValue("filter");
        Input filter = filtered ? arguments.object("filter") : Input.NONE;
        Set<WindowKind> kinds = constants(arguments, WindowKind.class, WINDOW_KINDS);
        kinds.retainAll(constants(filter, WindowKind.class, WINDOW_KINDS));
        Instant at = arguments.optionalMoment("time");
        Instant startTime = filter.optionalMoment("startTime");
        Instant endTime = filter.optionalMoment("endTime");
        if (startTime != null && endTime != null && !startTime.isBefore(endTime)) {
            throw new RequestException(
                    RequestErrorCode.INVALID_ARGUMENT, "`filter.endTime` must be after `filter.startTime`.");
        }
        List<String> keys = filter.optionalStrings(LEADERBOARD_KEYS);
        pageSize.checkedCount("filter." + LEADERBOARD_KEYS, keys == null ? 0 : keys.size());
        return new ParticipantStandingFilter(
                kinds,
                constants(filter, WindowState.class, "windowStates"),
                at != null || !filtered,
                at,
                startTime,
                endTime,
                keys,
                LeaderboardGraphQL.visibility(filter, VisibilityFilter.PUBLIC),
                withPrivate,
                LeaderboardGraphQL.archived(filter),
                Objects.requireNonNullElse(
                        filter.optionalConstant(StandingGroupFilter.class, "groups"), StandingGroupFilter.ALL));
    }

    /** All constants by default. */
    private static <E extends Enum<E>> Set<E> constants(Input input, Class<E> type, String name) {
        Set<E> constants = EnumSet.noneOf(type);
        constants.addAll(input.hasValue(name) ? input.constants(type, name) : Arrays.asList(type.getEnumConstants()));
        return constants;
    }

    /** Identifies the list in cursors. */
    static String list(ParticipantStandingsQuery query) {
        return (query.daily() ? "dailyStandings:" : "standings:") + query.participant() + ":"
                + query.filter().text();
    }

    /** The key of an item in a cursor. */
    static List<String> parts(StandingListKey key) {
        Stream<String> parts = Stream.of(
                key.board(),
                key.kind().name(),
                key.definition(),
                key.startsAt() == null ? "" : key.startsAt().toString());
        return Stream.concat(parts, key.group().parts()).toList();
    }

    /** Reads the key of a cursor. */
    static StandingListKey key(List<String> parts) {
        SortedMap<String, String> group = new TreeMap<>();
        for (int i = 4; i < parts.size(); i += 2) {
            group.put(parts.get(i), parts.get(i + 1));
        }
        return new StandingListKey(
                parts.get(0), WindowKind.valueOf(parts.get(1)), parts.get(2), start(parts.get(3)), new Group(group));
    }

    private static @Nullable Instant start(String text) {
        Instant start = text.isEmpty() ? null : Instant.parse(text);
        if (start != null && Math.abs(start.atOffset(ZoneOffset.UTC).getYear()) > MAX_YEAR) {
            throw new IllegalArgumentException("no window starts in this year");
        }
        return start;
    }
}
