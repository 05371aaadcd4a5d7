package laurel.window;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
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

/** In any time zone, with any anchor and any durations, CUSTOM windows cover each instant the expected number of times. */
class CustomSchedulePropertyTest {
    private static final Instant FIRST = Instant.parse("1970-01-01T00:00:00Z");
    private static final Instant LAST = Instant.parse("2100-12-31T23:59:59Z");
    private static final List<ZoneId> ZONES =
            ZoneId.getAvailableZoneIds().stream().sorted().map(ZoneId::of).toList();
    /** Instants at which clocks change. */
    private static final List<Moment> CHANGES = ZONES.stream()
            .flatMap(zone -> Stream.iterate(
                            zone.getRules().nextTransition(FIRST),
                            change -> change != null && change.getInstant().isBefore(LAST),
                            change -> zone.getRules().nextTransition(change.getInstant()))
                    .map(change -> new Moment(zone, change.getInstant())))
            .toList();

    private static final Set<ZoneId> SKIP_A_DAY = zonesThatSkipADay();

    /** An instant in a time zone. */
    record Moment(ZoneId zone, Instant instant) {}

    /** The interval of windows and their anchor. */
    record Beat(Instant anchor, IsoDuration every) {
        /** Returns a multiple of the interval. */
        WindowSchedule schedule(ZoneId zone, IsoDuration length) {
            var definition = new WindowDefinition(WindowKind.CUSTOM, "a", null, anchor, every, length);
            return new WindowSchedule(definition, zone, List.of());
        }

        IsoDuration times(int n) {
            return new IsoDuration(
                    every.months() * n, every.days() * n, every.time().multipliedBy(n));
        }
    }

    @Property
    void tilesTimeIfLengthEqualsInterval(@ForAll("moments") Moment moment, @ForAll("beats") Beat beat) {
        WindowSchedule schedule = beat.schedule(moment.zone, beat.every);
        assertThat(schedule.containing(moment.instant)).hasSize(1);
        WindowBounds window = schedule.at(moment.instant).orElseThrow();
        WindowBounds after = requireNonNull(schedule.after(window));
        WindowBounds before = requireNonNull(schedule.before(window));
        assertThat(window.contains(moment.instant)).isTrue();
        assertThat(after.startsAt()).isEqualTo(window.endsAt());
        assertThat(before.endsAt()).isEqualTo(window.startsAt());
        assertThat(schedule.before(after)).isEqualTo(window);
        assertThat(schedule.after(before)).isEqualTo(window);
        assertThat(schedule.next(moment.instant)).isEqualTo(after);
        assertThat(schedule.nextEnd(moment.instant)).isEqualTo(window.endsAt());
    }

    /** If a time zone skipped a day, one window may be missing. */
    @Property
    void overlapsAsOftenAsLengthExceedsInterval(
            @ForAll("moments") Moment moment,
            @ForAll("beats") Beat beat,
            @ForAll @IntRange(min = 1, max = 64) int times) {
        WindowSchedule schedule = beat.schedule(moment.zone, beat.times(times));
        List<WindowBounds> containing = schedule.containing(moment.instant);
        assertThat(containing).hasSizeBetween(SKIP_A_DAY.contains(moment.zone) ? Math.min(1, times - 1) : times, times);
        assertThat(containing).allMatch(window -> window.contains(moment.instant));
        for (int i = 1; i < containing.size(); i++) {
            assertThat(containing.get(i)).isEqualTo(schedule.after(containing.get(i - 1)));
            assertThat(containing.get(i).startsAfter(containing.get(i - 1))).isTrue();
        }
        schedule.at(moment.instant).ifPresent(oldest -> assertThat(
                        requireNonNull(schedule.before(oldest)).endsAt())
                .isBeforeOrEqualTo(moment.instant));
    }

    @Property
    void numbersClockWindowsByDivision(
            @ForAll("moments") Moment moment, @ForAll("anchors") Instant anchor, @ForAll("times") Duration every) {
        WindowSchedule schedule = new Beat(anchor, IsoDuration.of(every)).schedule(moment.zone, IsoDuration.of(every));
        long seconds = Duration.between(anchor, moment.instant).toSeconds();
        assertThat(schedule.at(moment.instant).orElseThrow().name())
                .isEqualTo("a#" + Math.floorDiv(seconds, every.toSeconds()));
    }

    /** An instant is in as many windows as start within the length before it. */
    @Property
    void coversAnyLengthOfClockTime(
            @ForAll("moments") Moment moment, @ForAll("times") Duration every, @ForAll("times") Duration length) {
        WindowSchedule schedule = new Beat(FIRST, IsoDuration.of(every)).schedule(moment.zone, IsoDuration.of(length));
        long now = Duration.between(FIRST, moment.instant).toSeconds();
        long begun = Math.floorDiv(now, every.toSeconds()) - Math.floorDiv(now - length.toSeconds(), every.toSeconds());
        assertThat(schedule.containing(moment.instant)).hasSize(Math.toIntExact(begun));
    }

    @Property
    void namesWindowsUniquely(@ForAll("moments") Moment moment, @ForAll("beats") Beat beat) {
        WindowSchedule schedule = beat.schedule(moment.zone, beat.every);
        WindowBounds window = schedule.at(moment.instant).orElseThrow();
        assertThat(Stream.iterate(window, w -> requireNonNull(schedule.after(w)))
                        .limit(20)
                        .map(WindowBounds::name)
                        .distinct())
                .hasSize(20);
    }

    private static Set<ZoneId> zonesThatSkipADay() {
        return CHANGES.stream()
                .filter(moment -> requireNonNull(moment.zone.getRules().nextTransition(moment.instant.minusSeconds(1)))
                                .getDuration()
                                .compareTo(Duration.ofHours(20))
                        > 0)
                .map(Moment::zone)
                .collect(Collectors.toSet());
    }

    /** To the second, half of them within two days of a clock change. */
    @Provide
    Arbitrary<Moment> moments() {
        Arbitrary<Moment> anywhere = Combinators.combine(
                        Arbitraries.of(ZONES),
                        Arbitraries.longs().between(FIRST.getEpochSecond(), LAST.getEpochSecond()))
                .as((zone, second) -> new Moment(zone, Instant.ofEpochSecond(second)));
        Arbitrary<Moment> atChanges = Combinators.combine(
                        Arbitraries.of(CHANGES), Arbitraries.longs().between(-172_800, 172_800))
                .as((change, seconds) -> new Moment(change.zone, change.instant.plusSeconds(seconds)));
        return Arbitraries.oneOf(anywhere, atChanges);
    }

    @Provide
    Arbitrary<Instant> anchors() {
        return Arbitraries.longs()
                .between(Instant.parse("1900-01-01T00:00:00Z").getEpochSecond(), LAST.getEpochSecond())
                .map(Instant::ofEpochSecond);
    }

    @Provide
    Arbitrary<Duration> times() {
        return Arbitraries.longs().between(300, 400_000).map(Duration::ofSeconds);
    }

    @Provide
    Arbitrary<Beat> beats() {
        Arbitrary<IsoDuration> spans = Arbitraries.oneOf(
                times().map(IsoDuration::of),
                Arbitraries.integers().between(1, 400).map(IsoDuration::ofDays),
                Arbitraries.integers().between(1, 30).map(IsoDuration::ofMonths));
        return Combinators.combine(anchors(), spans).as(Beat::new);
    }
}
