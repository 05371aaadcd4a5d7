package laurel.window;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.zone.ZoneRules;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import laurel.database.sql.Json;
import laurel.leaderboard.Grouping;
import laurel.leaderboard.IsoDuration;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.LeaderboardClock;
import laurel.leaderboard.LeaderboardDefinition;
import laurel.leaderboard.SortOrder;
import laurel.leaderboard.TieRule;
import laurel.leaderboard.UpdateMode;
import laurel.leaderboard.Visibility;
import laurel.leaderboard.WindowDefinition;
import laurel.leaderboard.WindowKind;
import laurel.window.EntryTables.EntryTable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WindowSliceTest {
    private static final Instant YEAR_STARTS = Instant.parse("2024-01-01T00:00:00Z");
    /** Kinds without further fields. */
    static final List<WindowKind> CALENDAR = List.of(
            WindowKind.HOURLY,
            WindowKind.DAILY,
            WindowKind.WEEKLY,
            WindowKind.MONTHLY,
            WindowKind.YEARLY,
            WindowKind.ALL_TIME);

    private static final Instant YEAR_ENDS = Instant.parse("2025-01-01T00:00:00Z");

    @ParameterizedTest
    @CsvSource({
        "UTC, HOURLY, 2025-07-13T14:05:06Z, day-2025-07-13",
        "UTC, DAILY, 2025-07-13T14:05:06Z, day-2025-07-13",
        "UTC, WEEKLY, 2025-07-13T14:05:06Z, month-2025-07",
        "UTC, MONTHLY, 2025-07-13T14:05:06Z, year-2025",
        "UTC, YEARLY, 2025-07-13T14:05:06Z, year-2025",
        "UTC, ALL_TIME, 2025-07-13T14:05:06Z, ever-07",
        // By the UTC date of the start, not the local date.
        "Asia/Tokyo, DAILY, 2025-07-13T14:05:06Z, day-2025-07-12",
        "Asia/Tokyo, HOURLY, 2025-07-13T14:05:06Z, day-2025-07-13",
        "Asia/Tokyo, WEEKLY, 2025-09-01T00:00:00Z, month-2025-08",
        "Asia/Tokyo, MONTHLY, 2025-01-01T00:00:00Z, year-2024",
        "America/New_York, DAILY, 2025-07-13T03:59:59Z, day-2025-07-12",
    })
    void assignsWindowToSliceByKindAndUtcStart(ZoneId zone, WindowKind kind, Instant instant, String name) {
        assertThat(slice(board(7, zone, LeaderboardClock.SYSTEM), kind, instant))
                .isEqualTo(name);
    }

    @Test
    void sharesSlicesBetweenLeaderboards() {
        for (WindowKind kind : List.of(WindowKind.HOURLY, WindowKind.DAILY, WindowKind.WEEKLY, WindowKind.YEARLY)) {
            assertThat(slice(board(8, ZoneId.of("UTC"), LeaderboardClock.SYSTEM), kind, YEAR_STARTS))
                    .isEqualTo(slice(board(7, ZoneId.of("UTC"), LeaderboardClock.SYSTEM), kind, YEAR_STARTS));
        }
    }

    @Test
    void usesOneSliceForLeaderboardsOnSubmissionsClock() {
        Leaderboard replaying = board(23, ZoneId.of("Asia/Tokyo"), LeaderboardClock.SUBMISSIONS);
        for (WindowKind kind : CALENDAR) {
            assertThat(slice(replaying, kind, YEAR_STARTS)).isEqualTo("ever-07");
        }
    }

    @Test
    void needsAboutFourHundredPartitionsPerYear() {
        Set<String> slices = new HashSet<>();
        int board = 0;
        for (String zone :
                List.of("UTC", "Pacific/Kiritimati", "Pacific/Pago_Pago", "Australia/Lord_Howe", "Asia/Kolkata")) {
            Leaderboard leaderboard = board(board++, ZoneId.of(zone), LeaderboardClock.SYSTEM);
            for (WindowKind kind : CALENDAR) {
                slices.addAll(ofTheYear(leaderboard, kind));
            }
        }
        IntStream.range(0, 100)
                .forEach(id -> slices.add(WindowSlice.ever(board(id, ZoneId.of("UTC"), LeaderboardClock.SYSTEM))
                        .name()));
        // 366 days and the one before, 12 months and one at each end, two years, and sixteen without end.
        assertThat(slices).hasSizeBetween(366 + 12 + 1 + 16, 420);
    }

    /** Also when clocks change, and if a date occurred twice or never. */
    @ParameterizedTest
    @CsvSource({
        "2025-07-13T14:05:06Z, 20",
        "2024-12-31T23:30:00Z, 20",
        "2025-01-01T12:00:00Z, 20",
        "2025-03-30T00:00:00Z, 4",
        "2025-11-02T00:00:00Z, 4",
        "2011-12-30T00:00:00Z, 4",
        "1867-10-19T00:00:00Z, 4"
    })
    void findsSlicesOfAllCalendarWindowsAroundAnInstant(Instant from, int days) {
        // Many time zones have the same rules.
        Map<ZoneRules, Leaderboard> boards = new HashMap<>();
        for (String id : ZoneId.getAvailableZoneIds()) {
            ZoneId zone = ZoneId.of(id);
            boards.computeIfAbsent(zone.getRules(), rules -> board(7, zone, LeaderboardClock.SYSTEM));
        }
        for (int hours = 0; hours < 24 * days; hours += 7) {
            Instant moment = from.plus(Duration.ofHours(hours));
            Set<WindowSlice> around = WindowSlice.around(moment);
            for (Leaderboard board : boards.values()) {
                for (WindowKind kind : CALENDAR) {
                    String name = slice(board, kind, moment);
                    WindowBounds bounds = new CalendarSchedule(board.timeZone()).at(kind, moment);
                    // An assertion of its own for each of the many combinations would take most of the time.
                    if (!around.contains(new WindowSlice(name)) || !mayHave(name, bounds, moment)) {
                        fail("%s %s %s", board.timeZone(), kind, moment);
                    }
                }
            }
        }
        assertThat(WindowSlice.around(from)).hasSizeLessThanOrEqualTo(6 * (3 + 3 + 3) + 16);
    }

    /** Whether the name of a slice says that it may have a window that contains a moment. */
    private static boolean mayHave(String slice, WindowBounds bounds, Instant moment) {
        EntryTable table = EntryTable.of(new WindowRepository.OpenedSlice(slice, 1));
        Instant start = bounds.startsAt();
        return table.mayHave(Set.of(bounds.kind()))
                && table.mayOverlap(moment, moment.plusNanos(1))
                && table.mayOverlap(null, null)
                && table.mayStartBy(start)
                && !table.startsBefore(start)
                && (start == null || table.from() == null || !table.from().isAfter(start));
    }

    @ParameterizedTest
    @CsvSource({
        "HOURLY, 1, day-2025-07-13-2d",
        "HOURLY, 48, day-2025-07-13-2d",
        "HOURLY, 72, day-2025-07-13-8d",
        "DAILY, 1, day-2025-07-13-2d",
        "DAILY, 7, day-2025-07-13-8d",
        "DAILY, 8, day-2025-07-13-32d",
        "DAILY, 31, day-2025-07-13-32d",
        "DAILY, 365, day-2025-07-13-512d",
        // As without a retainCount.
        "DAILY, 512, day-2025-07-13",
        "WEEKLY, 1, month-2025-07-32d",
        "WEEKLY, 52, month-2025-07-512d",
        "MONTHLY, 1, year-2025-128d",
        "YEARLY, 1, year-2025",
        "YEARLY, 100000, year-2025",
    })
    void separatesSlicesByRetention(WindowKind kind, int keep, String name) {
        Leaderboard board = board(7, ZoneId.of("UTC"), LeaderboardClock.SYSTEM);
        var definition = new WindowDefinition(kind, kind.key(), keep, null, null, null);
        WindowBounds bounds = new CalendarSchedule(board.timeZone()).at(kind, Instant.parse("2025-07-13T14:05:06Z"));
        assertThat(WindowSlice.of(board, definition, bounds).name()).isEqualTo(name);
        Leaderboard replaying = board(23, ZoneId.of("UTC"), LeaderboardClock.SUBMISSIONS);
        assertThat(WindowSlice.of(replaying, definition, bounds).name()).isEqualTo("ever-07");
    }

    @ParameterizedTest
    @CsvSource({
        "PT6H, PT24H, , day-2025-07-12",
        "P1D, P1D, , day-2025-07-13",
        "PT6H, PT24H0.000001S, , month-2025-07",
        "P1D, P7D, , month-2025-07",
        "P1D, P31D, , month-2025-06",
        "P1M, P1M, , month-2025-07",
        "P1M, P2M, , year-2025",
        "P1Y, P1Y, , year-2025",
        "P1D, P60D, , year-2025",
        "P1Y, P2Y, , ever-07",
        "P1D, P7D, 1, month-2025-07-8d",
        "P1D, P7D, 30, month-2025-07-128d",
        "P1Y, P2Y, 1, ever-07",
    })
    void assignsCustomWindowToSliceByLength(String every, String length, @Nullable Integer keep, String name) {
        WindowDefinition definition = custom(every, length, keep);
        Leaderboard board = board(7, ZoneId.of("UTC"), LeaderboardClock.SYSTEM);
        WindowBounds bounds = WindowSchedule.of(board, definition, board.timeZone())
                .at(Instant.parse("2025-07-13T14:05:06Z"))
                .orElseThrow();
        assertThat(WindowSlice.of(board, definition, bounds).name()).isEqualTo(name);
    }

    /** Also across February and leap years, and if a date occurred twice or never. */
    @ParameterizedTest
    @ValueSource(
            strings = {"2025-03-01T00:00:00Z", "2026-01-01T00:00:00Z", "2011-12-29T00:00:00Z", "1867-10-17T00:00:00Z"})
    void findsSlicesOfAllCustomWindowsAroundAnInstant(Instant from) {
        List<WindowDefinition> definitions = List.of(
                custom("P1D", "P1D", null),
                custom("P1D", "P31D", 1),
                custom("P1M", "P1M", 4),
                custom("P7D", "P365D", 1),
                custom("P6D", "P366D", null),
                custom("P1Y", "P1Y", null));
        for (String zone : List.of("UTC", "Pacific/Apia", "America/Juneau", "Asia/Manila", "Pacific/Kiritimati")) {
            Leaderboard board = board(7, ZoneId.of(zone), LeaderboardClock.SYSTEM);
            for (int hours = 0; hours < 96; hours += 5) {
                Instant moment = from.plus(Duration.ofHours(hours));
                Set<WindowSlice> around = WindowSlice.around(moment);
                for (WindowDefinition definition : definitions) {
                    assertThat(WindowKey.containing(board, definition, board.timeZone(), moment))
                            .as("%s %s", zone, moment)
                            .isNotEmpty()
                            .allMatch(key -> around.contains(key.slice()));
                }
            }
        }
    }

    private static WindowDefinition custom(String every, String length, @Nullable Integer keep) {
        return new WindowDefinition(
                WindowKind.CUSTOM,
                "a",
                keep,
                Instant.EPOCH,
                IsoDuration.parse(every).orElseThrow(),
                IsoDuration.parse(length).orElseThrow());
    }

    private static Set<String> ofTheYear(Leaderboard leaderboard, WindowKind kind) {
        Set<String> slices = new HashSet<>();
        CalendarSchedule calendar = new CalendarSchedule(leaderboard.timeZone());
        WindowBounds window = calendar.at(kind, YEAR_STARTS);
        slices.add(
                WindowSlice.of(leaderboard, new WindowDefinition(kind), window).name());
        while (window.endsAt() != null && window.endsAt().isBefore(YEAR_ENDS)) {
            window = requireNonNull(calendar.after(window));
            slices.add(WindowSlice.of(leaderboard, new WindowDefinition(kind), window)
                    .name());
        }
        return slices;
    }

    static String slice(Leaderboard board, WindowKind kind, Instant instant) {
        return new WindowKey(
                        board,
                        new WindowDefinition(kind),
                        board.timeZone(),
                        new CalendarSchedule(board.timeZone()).at(kind, instant))
                .slice()
                .name();
    }

    static Leaderboard board(int id, ZoneId zone, LeaderboardClock clock) {
        var definition = new LeaderboardDefinition(
                "Laps",
                null,
                new Json("{}"),
                List.of("ACCOUNT"),
                SortOrder.DESCENDING,
                UpdateMode.MAX,
                0,
                null,
                null,
                TieRule.EARLIEST,
                zone,
                null,
                List.of(Grouping.EVERYONE),
                List.of(new WindowDefinition(WindowKind.ALL_TIME)),
                clock,
                Visibility.PUBLIC,
                LeaderboardDefinition.DEFAULT_GRACE_PERIOD,
                List.of(),
                null,
                List.of(),
                false,
                null,
                null);
        return new Leaderboard(
                id, 1, "laps", definition, null, null, null, null, List.of(), 1, YEAR_STARTS, YEAR_STARTS, null, null);
    }
}
