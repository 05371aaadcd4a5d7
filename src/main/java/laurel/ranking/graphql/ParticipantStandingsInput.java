package laurel.ranking.graphql;

import java.time.Instant;
import java.time.ZoneOffset;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import laurel.graphql.Input;
import laurel.graphql.PageSize;
import laurel.leaderboard.Group;
import laurel.leaderboard.WindowKind;
import laurel.participant.Participant;
import laurel.ranking.ParticipantStandingsQuery;
import laurel.ranking.ParticipantStandingsQuery.StandingItem;
import laurel.ranking.ParticipantStandingsQuery.StandingListKey;
import laurel.ranking.RankMetric;
import laurel.ranking.Standing;
import laurel.request.Connection;
import laurel.request.Cursor;
import org.jspecify.annotations.Nullable;

/** Reads the arguments of a participant's standings. Throws a RequestException if they are invalid. */
final class ParticipantStandingsInput {
    private static final int MOST_YEARS = 10_000;
    private static final String DAILY = "dailyStandings:";

    private ParticipantStandingsInput() {}

    static ParticipantStandingsQuery of(
            Input input, Participant participant, Instant now, PageSize pageSize, Set<RankMetric> metrics) {
        Set<WindowKind> kinds = EnumSet.noneOf(WindowKind.class);
        kinds.addAll(
                input.says("windowKinds")
                        ? input.constants(WindowKind.class, "windowKinds")
                        : EnumSet.allOf(WindowKind.class));
        Instant at = input.optionalMoment("time");
        int first = pageSize.checked("first", input.integer("first"));
        String after = input.optionalString("after");
        StandingListKey from = after == null
                ? null
                : Cursor.parse(after, list(participant.id(), kinds, at), ParticipantStandingsInput::place);
        return new ParticipantStandingsQuery(
                participant.appId(), participant.id(), kinds, false, at, now, first, from, metrics);
    }

    /** The daily query, see {@link ParticipantStandingsQuery#daily}. */
    static ParticipantStandingsQuery daily(
            Input input, Participant participant, Instant now, PageSize pageSize, Set<RankMetric> metrics) {
        Set<WindowKind> kinds = EnumSet.allOf(WindowKind.class);
        int first = pageSize.checked("first", input.integer("first"));
        String after = input.optionalString("after");
        StandingListKey from =
                after == null ? null : Cursor.parse(after, DAILY + participant.id(), ParticipantStandingsInput::place);
        return new ParticipantStandingsQuery(
                participant.appId(), participant.id(), kinds, true, null, now, first, from, metrics);
    }

    /** @param oneMore the items of the page, and one more if there is a next page */
    static Connection<Standing> connection(Input input, ParticipantStandingsQuery of, List<StandingItem> oneMore) {
        String list = of.daily() ? DAILY + of.participant() : list(of.participant(), of.kinds(), of.at());
        return Connection.firstOf(oneMore, of.size(), input.optionalString("after"), item -> cursor(list, item.place()))
                .map(StandingItem::standing);
    }

    private static String list(long participant, Set<WindowKind> kinds, @Nullable Instant at) {
        return "standings:" + participant + ":" + kinds.stream().sorted().toList() + ":" + at;
    }

    private static String cursor(String list, StandingListKey place) {
        Stream<String> key = Stream.of(
                place.board(),
                place.kind().name(),
                place.definition(),
                place.startsAt() == null ? "" : place.startsAt().toString());
        return new Cursor(list, Stream.concat(key, place.group().parts()).toList()).text();
    }

    private static StandingListKey place(List<String> key) {
        SortedMap<String, String> group = new TreeMap<>();
        for (int i = 4; i < key.size(); i += 2) {
            group.put(key.get(i), key.get(i + 1));
        }
        return new StandingListKey(
                key.get(0), WindowKind.valueOf(key.get(1)), key.get(2), start(key.get(3)), new Group(group));
    }

    private static @Nullable Instant start(String text) {
        Instant start = text.isEmpty() ? null : Instant.parse(text);
        if (start != null && Math.abs(start.atOffset(ZoneOffset.UTC).getYear()) > MOST_YEARS) {
            throw new IllegalArgumentException("no window starts then");
        }
        return start;
    }
}
