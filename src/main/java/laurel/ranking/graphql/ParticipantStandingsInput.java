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
import laurel.ranking.ParticipantStandings;
import laurel.ranking.ParticipantStandings.Item;
import laurel.ranking.ParticipantStandings.Place;
import laurel.ranking.RankMetric;
import laurel.ranking.Standing;
import laurel.request.Connection;
import laurel.request.Cursor;
import org.jspecify.annotations.Nullable;

/** Reads the arguments of a participant's standings; invalid ones throw a RequestException. */
final class ParticipantStandingsInput {
    private static final int MOST_YEARS = 10_000;
    private static final String DAILY = "dailyStandings:";

    private ParticipantStandingsInput() {}

    static ParticipantStandings of(
            Input input, Participant participant, Instant now, PageSize pageSize, Set<RankMetric> figures) {
        Set<WindowKind> kinds = EnumSet.noneOf(WindowKind.class);
        kinds.addAll(
                input.says("windowKinds")
                        ? input.constants(WindowKind.class, "windowKinds")
                        : EnumSet.allOf(WindowKind.class));
        Instant at = input.optionalMoment("time");
        int first = pageSize.checked("first", input.integer("first"));
        String after = input.optionalString("after");
        Place from = after == null
                ? null
                : Cursor.parse(after, list(participant.id(), kinds, at), ParticipantStandingsInput::place);
        return new ParticipantStandings(
                participant.appId(), participant.id(), kinds, false, at, now, first, from, figures);
    }

    /** Of each board the windows that tell its day best, as {@link ParticipantStandings#daily} has it. */
    static ParticipantStandings daily(
            Input input, Participant participant, Instant now, PageSize pageSize, Set<RankMetric> figures) {
        Set<WindowKind> kinds = EnumSet.allOf(WindowKind.class);
        int first = pageSize.checked("first", input.integer("first"));
        String after = input.optionalString("after");
        Place from =
                after == null ? null : Cursor.parse(after, DAILY + participant.id(), ParticipantStandingsInput::place);
        return new ParticipantStandings(
                participant.appId(), participant.id(), kinds, true, null, now, first, from, figures);
    }

    /** The page of these items, and one more, where there is more. */
    static Connection<Standing> connection(Input input, ParticipantStandings of, List<Item> oneMore) {
        String list = of.daily() ? DAILY + of.participant() : list(of.participant(), of.kinds(), of.at());
        return Connection.firstOf(oneMore, of.size(), input.optionalString("after"), item -> cursor(list, item.place()))
                .map(Item::standing);
    }

    private static String list(long participant, Set<WindowKind> kinds, @Nullable Instant at) {
        return "standings:" + participant + ":" + kinds.stream().sorted().toList() + ":" + at;
    }

    private static String cursor(String list, Place place) {
        Stream<String> key = Stream.of(
                place.board(),
                place.kind().name(),
                place.definition(),
                place.startsAt() == null ? "" : place.startsAt().toString());
        return new Cursor(list, Stream.concat(key, place.group().parts()).toList()).text();
    }

    private static Place place(List<String> key) {
        SortedMap<String, String> group = new TreeMap<>();
        for (int i = 4; i < key.size(); i += 2) {
            group.put(key.get(i), key.get(i + 1));
        }
        return new Place(key.get(0), WindowKind.valueOf(key.get(1)), key.get(2), start(key.get(3)), new Group(group));
    }

    private static @Nullable Instant start(String text) {
        Instant start = text.isEmpty() ? null : Instant.parse(text);
        if (start != null && Math.abs(start.atOffset(ZoneOffset.UTC).getYear()) > MOST_YEARS) {
            throw new IllegalArgumentException("no window starts then");
        }
        return start;
    }
}
