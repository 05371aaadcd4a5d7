package laurel.window;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import laurel.leaderboard.IsoDuration;
import laurel.leaderboard.WindowDefinition;
import laurel.leaderboard.WindowKind;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

/**
 * CUSTOM windows that end, compared with an enumeration: all windows of the same definition without an end near the anchor, of
 * which those are kept whose number, or whose start by the clock, is before the end.
 */
class CustomEndPropertyTest {
    private static final Instant FIRST = Instant.parse("2000-01-01T00:00:00Z");
    private static final Instant LAST = Instant.parse("2040-12-31T00:00:00Z");
    private static final List<ZoneId> ZONES = Stream.of(
                    "UTC", "Europe/Paris", "Pacific/Apia", "Asia/Tehran", "America/St_Johns", "Australia/Lord_Howe")
            .map(ZoneId::of)
            .toList();
    /** Numbers of windows on either side of the anchor that are enumerated. */
    private static final int NEAR = 60;

    /** A definition without an end, in a time zone. */
    record Endless(ZoneId zone, Instant anchor, IsoDuration every, IsoDuration length) {
        WindowSchedule schedule(Optional<Integer> count, Optional<Instant> endTime) {
            var definition = new WindowDefinition(
                    WindowKind.CUSTOM, "a", null, anchor, every, length, count.orElse(null), endTime.orElse(null));
            return new WindowSchedule(definition, zone, List.of());
        }

        WindowSchedule schedule() {
            return schedule(Optional.empty(), Optional.empty());
        }

        /** The windows with numbers near 0, by number. A time zone that skips a day has fewer. */
        NavigableMap<Long, WindowBounds> near() {
            NavigableMap<Long, WindowBounds> windows = new TreeMap<>();
            CustomSchedule all = CustomSchedule.of(schedule().definition(), zone);
            for (long number = -NEAR; number <= NEAR; number++) {
                WindowBounds bounds = all.window(number);
                boolean empty = !startOf(bounds).isBefore(endOf(bounds))
                        || !startOf(bounds).isBefore(startOf(all.window(number + 1)));
                if (!empty) {
                    windows.put(number, bounds);
                }
            }
            return windows;
        }

        /** The start of a window by the definition: as an instant, or as a wall-clock time if it follows the time zone. */
        LocalDateTime start(long number) {
            LocalDateTime start = LocalDateTime.ofInstant(anchor, ZoneOffset.UTC);
            return start.plusMonths(every.months() * number)
                    .plusDays(every.days() * number)
                    .plus(every.time().multipliedBy(number));
        }

        Instant moment(long seconds) {
            return anchor.plusSeconds(seconds);
        }
    }

    @Property
    void hasTheWindowsFromZeroToCount(
            @ForAll("definitions") Endless of,
            @ForAll @IntRange(min = 1, max = NEAR / 2) int count,
            @ForAll @LongRange(min = -40_000_000, max = 40_000_000) long seconds) {
        NavigableMap<Long, WindowBounds> expected = of.near();
        expected.keySet().removeIf(number -> number < 0 || number >= count);
        check(of, of.schedule(Optional.of(count), Optional.empty()), expected, of.moment(seconds));
    }

    @Property
    void hasTheWindowsThatStartBeforeTheEnd(
            @ForAll("definitions") Endless of,
            @ForAll @IntRange(min = -NEAR / 2, max = NEAR / 2) int number,
            @ForAll @LongRange(min = -3, max = 3) long shift,
            @ForAll @LongRange(min = -40_000_000, max = 40_000_000) long seconds) {
        // At the start of a window, or a few seconds beside it.
        Instant end = of.start(number).plusSeconds(shift).toInstant(ZoneOffset.UTC);
        LocalDateTime clock = LocalDateTime.ofInstant(end, ZoneOffset.UTC);
        NavigableMap<Long, WindowBounds> expected = of.near();
        expected.keySet().removeIf(one -> !of.start(one).isBefore(clock));
        check(of, of.schedule(Optional.empty(), Optional.of(end)), expected, of.moment(seconds));
    }

    /** Compares a schedule with its windows near the anchor, at an instant for which these suffice. */
    private static void check(
            Endless of, WindowSchedule schedule, NavigableMap<Long, WindowBounds> windows, Instant instant) {
        List<WindowBounds> all = List.copyOf(windows.values());
        NavigableMap<Long, WindowBounds> near = of.near();
        if (instant.isBefore(endOf(near.firstEntry().getValue()))
                || !instant.isBefore(startOf(near.lastEntry().getValue()))) {
            return;
        }
        List<WindowBounds> containing =
                all.stream().filter(one -> one.contains(instant)).toList();
        Optional<WindowBounds> next = all.stream()
                .filter(one -> startOf(one).isAfter(instant))
                .min(Comparator.comparing(CustomEndPropertyTest::startOf));
        assertThat(schedule.containing(instant)).isEqualTo(containing);
        assertThat(schedule.next(instant)).isEqualTo(next.orElse(null));
        assertThat(schedule.nextEnd(instant))
                .isEqualTo((containing.isEmpty() ? next : containing.stream().findFirst())
                        .map(WindowBounds::endsAt)
                        .orElse(null));
        assertThat(schedule.nextChange(instant))
                .isEqualTo(all.stream()
                        .flatMap(one -> Stream.of(startOf(one), endOf(one)))
                        .filter(change -> change.isAfter(instant))
                        .min(Comparator.naturalOrder()));
        for (int n = 0; n < all.size(); n++) {
            WindowBounds one = all.get(n);
            assertThat(schedule.after(one)).isEqualTo(n + 1 < all.size() ? all.get(n + 1) : null);
            // Before the first one that was enumerated there may be others.
            if (n > 0 || !one.equals(near.firstEntry().getValue())) {
                assertThat(schedule.before(one)).isEqualTo(n > 0 ? all.get(n - 1) : null);
            }
        }
    }

    @Property
    void hasTheSameNumbersInEveryTimeZone(
            @ForAll("definitions") Endless of, @ForAll @LongRange(min = -40_000_000, max = 40_000_000) long seconds) {
        Optional<Instant> end = Optional.of(of.moment(seconds));
        List<String> names = ZONES.stream()
                // Apia skips a day, and with it the windows of that day.
                .filter(zone -> !zone.getId().equals("Pacific/Apia"))
                .map(zone -> new Endless(zone, of.anchor, of.every, of.length).schedule(Optional.empty(), end))
                .map(schedule -> schedule.before(
                        new WindowBounds(WindowKind.CUSTOM, "", LAST.plus(Duration.ofDays(5_000)), null)))
                .map(WindowBounds::name)
                .distinct()
                .toList();
        assertThat(names).hasSize(1);
    }

    private static Instant startOf(WindowBounds bounds) {
        return requireNonNull(bounds.startsAt());
    }

    private static Instant endOf(WindowBounds bounds) {
        return requireNonNull(bounds.endsAt());
    }

    @Provide
    Arbitrary<Endless> definitions() {
        Arbitrary<Instant> anchors = Arbitraries.longs()
                .between(FIRST.getEpochSecond(), LAST.getEpochSecond())
                .map(Instant::ofEpochSecond);
        Arbitrary<int[]> sizes = Combinators.combine(
                        Arbitraries.integers().between(1, 20),
                        Arbitraries.integers().between(1, 60))
                .as((every, length) -> new int[] {every, length});
        Arbitrary<IsoDuration[]> spans = Combinators.combine(sizes, Arbitraries.of("hours", "days", "months"))
                .as((size, unit) -> new IsoDuration[] {span(unit, size[0]), span(unit, size[1])});
        return Combinators.combine(Arbitraries.of(ZONES), anchors, spans)
                .as((zone, anchor, span) -> new Endless(zone, anchor, span[0], span[1]));
    }

    private static IsoDuration span(String unit, int size) {
        return switch (unit) {
            case "hours" -> IsoDuration.of(Duration.ofMinutes(size * 90L));
            case "days" -> IsoDuration.ofDays(size);
            default -> IsoDuration.ofMonths(size);
        };
    }
}
