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
import laurel.LaurelServer;
import laurel.LaurelTest;
import laurel.Tries;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Participants move at random between campuses, and events arrive in any order: each day counts on the campus that had it
 * first, and the groups together have what the days came to.
 */
@LaurelTest(at = "2025-07-16T12:00:00Z")
class GroupMoveModelTest {
    private static final Instant NOW = Instant.parse("2025-07-16T12:00:00Z");
    private static final List<String> CAMPUSES = List.of("east", "west", "middle", "north", "south");
    private static final List<String> WHO = List.of("ann", "ben");
    private static final List<LocalDate> WEEKS = List.of(LocalDate.parse("2025-07-07"), LocalDate.parse("2025-07-14"));
    private static final int EVENTS = 40;

    @Inject
    LaurelServer server;

    private CampusClient campuses;

    @BeforeEach
    void start() {
        campuses = new CampusClient(server.client());
        campuses.define();
    }

    static IntStream seeds() {
        return IntStream.range(0, Tries.of(2, 40));
    }

    /** A participant's day. */
    private record Day(String who, LocalDate date) {}

    /** What each day counts, where it counts, and where everybody stands since their last new day. */
    private static final class Model {
        private final Map<Day, Integer> counts = new HashMap<>();
        private final Map<Day, String> homes = new HashMap<>();
        private final Map<String, String> last = new HashMap<>();
        private final Map<String, Seen> latest = new HashMap<>();

        void add(Seen seen) {
            latest.merge(seen.who, seen, (one, other) -> one.at.isAfter(other.at) ? one : other);
            String belongs = requireNonNull(latest.get(seen.who)).campus;
            Day day = new Day(seen.who, CampusClient.day(seen.campus, seen.at));
            if (counts.merge(day, 1, Integer::sum) == 1) {
                homes.put(day, belongs);
            }
            // What is added where its participant belongs goes there, whichever day it is.
            if (belongs.equals(homes.get(day))) {
                last.put(seen.who, belongs);
            }
        }

        /** The sums of the days that begin at this one, of those who have any there. */
        Map<String, String> sums(String campus, LocalDate from, int days) {
            Map<String, Integer> sums = new TreeMap<>();
            counts.forEach((day, count) -> {
                if (campus.equals(homes.get(day))
                        && !day.date.isBefore(from)
                        && day.date.isBefore(from.plusDays(days))) {
                    sums.merge(day.who, count, Integer::sum);
                }
            });
            return texts(sums);
        }

        /** Of all days. */
        Map<String, String> totals(String campus) {
            Map<String, Integer> sums = new TreeMap<>();
            counts.forEach((day, count) -> {
                if (campus.equals(last.get(day.who))) {
                    sums.merge(day.who, count, Integer::sum);
                }
            });
            return texts(sums);
        }

        private static Map<String, String> texts(Map<String, Integer> sums) {
            Map<String, String> texts = new TreeMap<>();
            sums.forEach((who, sum) -> texts.put(who, sum.toString()));
            return texts;
        }
    }

    private record Seen(String who, String campus, Instant at) {}

    /** Everybody moves now and then; half of the events come late. */
    private static List<Seen> history(Random random) {
        List<Seen> history = new ArrayList<>();
        for (String who : WHO) {
            String campus = CAMPUSES.get(random.nextInt(CAMPUSES.size()));
            Instant at = NOW.minusSeconds(6L * 24 * 3600);
            for (int n = 0; n < EVENTS / WHO.size(); n++) {
                campus = random.nextInt(3) == 0 ? CAMPUSES.get(random.nextInt(CAMPUSES.size())) : campus;
                history.add(new Seen(who, campus, at));
                at = at.plusSeconds(1 + random.nextInt(7 * 3600));
            }
        }
        Map<Seen, Integer> arrivals = new HashMap<>();
        for (int n = 0; n < history.size(); n++) {
            arrivals.put(history.get(n), n % (EVENTS / WHO.size()) + (random.nextBoolean() ? random.nextInt(12) : 0));
        }
        history.sort(Comparator.comparing(arrivals::get));
        return history;
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void groupsHaveTheSumsOfTheirDays(int seed) {
        Model model = new Model();
        int id = 0;
        for (Seen seen : history(new Random(seed))) {
            campuses.activity().accepted(List.of(CampusClient.event("e" + id++, seen.who, seen.campus, seen.at)));
            model.add(seen);
        }
        CAMPUSES.forEach(campus -> checkDays(model, campus));
        for (LocalDate week : WEEKS) {
            assertThat(campuses.stands("WEEKLY", null, week))
                    .as("week of %s", week)
                    .isEqualTo(everyone(week));
            // Of those that share no windows.
            for (String campus : CAMPUSES.subList(0, 3)) {
                assertThat(campuses.stands("WEEKLY", campus, week)).isEqualTo(model.sums(campus, week, 7));
            }
        }
    }

    private void checkDays(Model model, String campus) {
        LocalDate first = WEEKS.getFirst();
        for (int n = 0; n < 12; n++) {
            LocalDate day = first.plusDays(n);
            assertThat(campuses.stands("DAILY", campus, day))
                    .as("%s of %s", day, campus)
                    .isEqualTo(model.sums(campus, day, 1));
        }
        assertThat(campuses.stands("ALL_TIME", campus, first)).as(campus).isEqualTo(model.totals(campus));
    }

    /** What the days of a week came to, as the service tells it. */
    private Map<String, String> everyone(LocalDate week) {
        Map<String, String> sums = new TreeMap<>();
        for (String who : WHO) {
            int sum = campuses
                    .policies()
                    .dayScores(who, "seen", week.toString(), week.plusDays(6).toString())
                    .stream()
                    .mapToInt(day -> Integer.parseInt(day.text("pillars", 0, "score")))
                    .sum();
            if (sum > 0) {
                sums.put(who, Integer.toString(sum));
            }
        }
        return sums;
    }
}
