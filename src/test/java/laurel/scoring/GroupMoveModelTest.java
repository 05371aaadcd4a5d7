package laurel.scoring;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import laurel.LaurelServer;
import laurel.LaurelTest;
import laurel.Tries;
import laurel.scoring.CampusClient.Campuses;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Participants move at random between campuses, and half of their events arrive late. The rankings of the campuses must
 * have the scores of the model.
 *
 * <p>A participant belongs to the campus of their latest event, or has a campus of its own, which the last event that arrived
 * has set. A day counts on the campus to which the participant
 * belonged when the first event of the day arrived; later events of the day do not move it. In a window that all campuses
 * share, such as the all-time window, the whole score of a participant is on one campus: the current campus of the
 * participant at the last event that counted there.
 */
@LaurelTest(at = "2025-07-16T12:00:00Z")
class GroupMoveModelTest {
    private static final Instant NOW = Instant.parse("2025-07-16T12:00:00Z");
    private static final List<String> CAMPUSES = List.of("east", "west", "middle", "north", "south");
    private static final List<String> PARTICIPANTS = List.of("ann", "ben");
    private static final List<LocalDate> WEEKS = List.of(LocalDate.parse("2025-07-07"), LocalDate.parse("2025-07-14"));
    private static final int EVENTS = Tries.of(24, 40);

    @Inject
    LaurelServer server;

    static Stream<Arguments> histories() {
        return Stream.of(Campuses.values())
                .flatMap(kind -> IntStream.range(0, Tries.of(1, 40)).mapToObj(seed -> Arguments.of(kind, seed)));
    }

    private record ParticipantDate(String participant, LocalDate date) {}

    /** Number of events and campus of each day, and the campus of each participant in shared windows. */
    private static final class Model {
        private final boolean own;
        private final Map<ParticipantDate, Integer> counts = new HashMap<>();
        private final Map<ParticipantDate, String> campuses = new HashMap<>();
        private final Map<String, String> sharedCampuses = new HashMap<>();
        private final Map<String, SeenEvent> latestEvents = new HashMap<>();

        /** @param own whether participants have campuses of their own */
        Model(boolean own) {
            this.own = own;
        }

        void add(SeenEvent event) {
            latestEvents.merge(
                    event.participant,
                    event,
                    (one, other) -> !own && one.occurredAt.isAfter(other.occurredAt) ? one : other);
            String current = requireNonNull(latestEvents.get(event.participant)).campus;
            ParticipantDate day =
                    new ParticipantDate(event.participant, CampusClient.day(event.campus, event.occurredAt));
            if (counts.merge(day, 1, Integer::sum) == 1) {
                campuses.put(day, current);
            }
            // An event that counts on the participant's current campus moves the participant's shared entries to it.
            if (current.equals(campuses.get(day))) {
                sharedCampuses.put(event.participant, current);
            }
        }

        /** Scores by participant in a window of one campus. */
        Map<String, String> windowScores(String campus, LocalDate startDate, int dayCount) {
            Map<String, Integer> sums = new TreeMap<>();
            counts.forEach((day, count) -> {
                if (campus.equals(campuses.get(day))
                        && !day.date.isBefore(startDate)
                        && day.date.isBefore(startDate.plusDays(dayCount))) {
                    sums.merge(day.participant, count, Integer::sum);
                }
            });
            return asStrings(sums);
        }

        /** Scores by participant in a window that all campuses share. */
        Map<String, String> sharedScores(String campus) {
            Map<String, Integer> sums = new TreeMap<>();
            counts.forEach((day, count) -> {
                if (campus.equals(sharedCampuses.get(day.participant))) {
                    sums.merge(day.participant, count, Integer::sum);
                }
            });
            return asStrings(sums);
        }

        private static Map<String, String> asStrings(Map<String, Integer> sums) {
            Map<String, String> texts = new TreeMap<>();
            sums.forEach((participant, sum) -> texts.put(participant, sum.toString()));
            return texts;
        }
    }

    private record SeenEvent(String participant, String campus, Instant occurredAt) {}

    /** Random events in order of arrival. Participants sometimes move, and half of the events can arrive late. */
    private static List<SeenEvent> history(Random random) {
        List<SeenEvent> history = new ArrayList<>();
        for (String participant : PARTICIPANTS) {
            String campus = CAMPUSES.get(random.nextInt(CAMPUSES.size()));
            Instant at = NOW.minusSeconds(6L * 24 * 3600);
            for (int n = 0; n < EVENTS / PARTICIPANTS.size(); n++) {
                campus = random.nextInt(3) == 0 ? CAMPUSES.get(random.nextInt(CAMPUSES.size())) : campus;
                history.add(new SeenEvent(participant, campus, at));
                at = at.plusSeconds(1 + random.nextInt(7 * 3600));
            }
        }
        Map<SeenEvent, Integer> arrivals = new HashMap<>();
        for (int n = 0; n < history.size(); n++) {
            arrivals.put(
                    history.get(n),
                    n % (EVENTS / PARTICIPANTS.size()) + (random.nextBoolean() ? random.nextInt(12) : 0));
        }
        history.sort(Comparator.comparing(arrivals::get));
        return history;
    }

    @ParameterizedTest
    @MethodSource("histories")
    void matchesModelWhileParticipantsMove(Campuses kind, int seed) {
        CampusClient campuses = new CampusClient(server.client(), kind);
        campuses.createLeaderboardAndPolicy();
        Model model = new Model(kind == Campuses.OWN);
        int id = 0;
        for (SeenEvent event : history(new Random(seed))) {
            campuses.activity()
                    .recordAll(List.of(campuses.event("e" + id++, event.participant, event.campus, event.occurredAt)));
            model.add(event);
        }
        CAMPUSES.forEach(campus -> checkDays(campuses, model, campus));
        for (LocalDate week : WEEKS) {
            assertThat(campuses.scores("WEEKLY", null, week))
                    .as("week of %s", week)
                    .isEqualTo(sumsOfDayScores(campuses, week));
            // The first three campuses have time zones, and so windows, of their own.
            for (String campus : CAMPUSES.subList(0, 3)) {
                assertThat(campuses.scores("WEEKLY", campus, week)).isEqualTo(model.windowScores(campus, week, 7));
            }
        }
    }

    private static void checkDays(CampusClient campuses, Model model, String campus) {
        LocalDate first = WEEKS.getFirst();
        for (int n = 0; n < 12; n++) {
            LocalDate day = first.plusDays(n);
            assertThat(campuses.scores("DAILY", campus, day))
                    .as("%s of %s", day, campus)
                    .isEqualTo(model.windowScores(campus, day, 1));
        }
        assertThat(campuses.scores("ALL_TIME", campus, first)).as(campus).isEqualTo(model.sharedScores(campus));
    }

    /** Sums of the day scores of a week, as the service returns them. */
    private static Map<String, String> sumsOfDayScores(CampusClient campuses, LocalDate week) {
        Map<String, String> sums = new TreeMap<>();
        for (String participant : PARTICIPANTS) {
            int sum =
                    campuses
                            .policies()
                            .dayScores(
                                    participant,
                                    "seen",
                                    week.toString(),
                                    week.plusDays(6).toString())
                            .stream()
                            .mapToInt(day -> Integer.parseInt(day.text("pillars", 0, "score")))
                            .sum();
            if (sum > 0) {
                sums.put(participant, Integer.toString(sum));
            }
        }
        return sums;
    }
}
