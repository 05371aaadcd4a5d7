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
import laurel.leaderboard.Group;
import laurel.leaderboard.WindowKind;
import laurel.participant.Participant;
import laurel.ranking.ParticipantStandingsQuery;
import laurel.ranking.ParticipantStandingsQuery.StandingListKey;
import laurel.ranking.RankMetric;
import org.jspecify.annotations.Nullable;

/** Reads the arguments and cursors of a participant's standings. Throws a RequestException if they are invalid. */
final class ParticipantStandingsInput {
    private static final int MAX_YEAR = 10_000;

    private ParticipantStandingsInput() {}

    static ParticipantStandingsQuery of(Input input, Participant participant, Instant now, Set<RankMetric> metrics) {
        Set<WindowKind> kinds = EnumSet.noneOf(WindowKind.class);
        kinds.addAll(
                input.hasValue("windowKinds")
                        ? input.constants(WindowKind.class, "windowKinds")
                        : EnumSet.allOf(WindowKind.class));
        Instant at = input.optionalMoment("time");
        return new ParticipantStandingsQuery(participant.appId(), participant.id(), kinds, false, at, now, metrics);
    }

    /** The daily query, see {@link ParticipantStandingsQuery#daily}. */
    static ParticipantStandingsQuery daily(Participant participant, Instant now, Set<RankMetric> metrics) {
        return new ParticipantStandingsQuery(
                participant.appId(), participant.id(), EnumSet.allOf(WindowKind.class), true, null, now, metrics);
    }

    /** Identifies the list in cursors. */
    static String list(ParticipantStandingsQuery query) {
        return query.daily()
                ? "dailyStandings:" + query.participant()
                : "standings:" + query.participant() + ":"
                        + query.kinds().stream().sorted().toList() + ":" + query.at();
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
