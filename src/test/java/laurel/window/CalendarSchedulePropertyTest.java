package laurel.window;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import laurel.leaderboard.WindowDefinition;
import laurel.leaderboard.WindowKind;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** In any time zone, the windows of a kind tile time. Half of the tested instants are near clock changes. */
class CalendarSchedulePropertyTest {
    private static final Instant FIRST = Instant.parse("1970-01-01T00:00:00Z");
    private static final Instant LAST = Instant.parse("2100-12-31T23:59:59Z");
    private static final long NANOS = 1_000_000_000L;

    private static final List<ZoneId> ZONES = Stream.concat(
                    ZoneId.getAvailableZoneIds().stream().sorted().map(ZoneId::of),
                    Stream.of(ZoneOffset.ofHoursMinutesSeconds(12, 34, 56), ZoneOffset.MIN, ZoneOffset.MAX))
            .toList();
    private static final List<ClockChange> CHANGES = ZONES.stream()
            .flatMap(zone -> Stream.iterate(
                            zone.getRules().nextTransition(FIRST),
                            change -> change != null && change.getInstant().isBefore(LAST),
                            change -> zone.getRules().nextTransition(change.getInstant()))
                    .map(change -> new ClockChange(zone, change)))
            .toList();

    /** An instant at which clocks change. */
    record ClockChange(ZoneId zone, ZoneOffsetTransition transition) {}

    /** An instant in a time zone. */
    record Moment(ZoneId zone, Instant instant) {}

    @Property
    void findsWindowThatContainsInstant(@ForAll("moments") Moment moment, @ForAll("kinds") WindowKind kind) {
        WindowBounds window = new CalendarSchedule(moment.zone).at(kind, moment.instant);
        assertThat(window.kind()).isEqualTo(kind);
        assertThat(window.startsAt()).isBeforeOrEqualTo(moment.instant);
        assertThat(window.endsAt()).isAfter(moment.instant);
    }

    @Property
    void findsSameWindowAtItsFirstAndLastInstant(@ForAll("moments") Moment moment, @ForAll("kinds") WindowKind kind) {
        CalendarSchedule calendar = new CalendarSchedule(moment.zone);
        WindowBounds window = calendar.at(kind, moment.instant);
        assertThat(calendar.at(kind, start(window))).isEqualTo(window);
        assertThat(calendar.at(kind, end(window).minusNanos(1))).isEqualTo(window);
    }

    @Property
    void startsNextWindowAtTheEndOfThisOne(@ForAll("moments") Moment moment, @ForAll("kinds") WindowKind kind) {
        CalendarSchedule calendar = new CalendarSchedule(moment.zone);
        WindowBounds window = calendar.at(kind, moment.instant);
        WindowBounds after = requireNonNull(calendar.after(window));
        WindowBounds before = requireNonNull(calendar.before(window));
        assertThat(after.startsAt()).isEqualTo(window.endsAt());
        assertThat(before.endsAt()).isEqualTo(window.startsAt());
        assertThat(calendar.before(after)).isEqualTo(window);
        assertThat(calendar.after(before)).isEqualTo(window);
    }

    @Property
    void changesWhenTheWindowEnds(@ForAll("moments") Moment moment, @ForAll("kinds") WindowKind kind) {
        WindowSchedule schedule = new WindowSchedule(new WindowDefinition(kind), moment.zone, List.of());
        assertThat(schedule.nextChange(moment.instant))
                .hasValue(end(new CalendarSchedule(moment.zone).at(kind, moment.instant)));
    }

    @Property
    void namesAdjacentWindowsDifferently(@ForAll("moments") Moment moment, @ForAll("kinds") WindowKind kind) {
        CalendarSchedule calendar = new CalendarSchedule(moment.zone);
        WindowBounds middle = calendar.at(kind, moment.instant);
        Stream<WindowBounds> later =
                Stream.iterate(middle, w -> requireNonNull(calendar.after(w))).limit(30);
        Stream<WindowBounds> earlier = Stream.iterate(middle, w -> requireNonNull(calendar.before(w)))
                .limit(30)
                .skip(1);
        Map<String, Long> windows =
                Stream.concat(earlier, later).collect(Collectors.groupingBy(WindowBounds::name, Collectors.counting()));
        assertThat(windows).hasSize(59);
    }

    @Property
    void startsAndEndsLongerWindowsWithShorterOnes(@ForAll("moments") Moment moment, @ForAll("nested") Nested nested) {
        CalendarSchedule calendar = new CalendarSchedule(moment.zone);
        WindowBounds outer = calendar.at(nested.outer, moment.instant);
        assertThat(calendar.at(nested.inner, start(outer)).startsAt()).isEqualTo(outer.startsAt());
        assertThat(calendar.at(nested.inner, end(outer)).startsAt()).isEqualTo(outer.endsAt());
    }

    /** The name is the local date at the start. The local date is earlier before it, and later from its end on. */
    @Property
    void startsDayAtFirstInstantOfItsDate(@ForAll("moments") Moment moment) {
        WindowBounds day = new CalendarSchedule(moment.zone).at(WindowKind.DAILY, moment.instant);
        Function<Instant, String> date =
                instant -> instant.atZone(moment.zone).toLocalDate().toString();
        assertThat(date.apply(start(day))).isEqualTo(day.name());
        assertThat(date.apply(start(day).minusNanos(1))).isLessThan(day.name());
        assertThat(date.apply(end(day))).isGreaterThan(day.name());
    }

    /** Kinds with windows that consist of whole windows of another kind. */
    record Nested(WindowKind outer, WindowKind inner) {}

    @Provide
    Arbitrary<Moment> moments() {
        Arbitrary<Moment> anywhere = Combinators.combine(
                        Arbitraries.of(ZONES),
                        Arbitraries.longs().between(FIRST.getEpochSecond(), LAST.getEpochSecond()),
                        Arbitraries.longs().between(0, NANOS - 1))
                .as((zone, second, nano) -> new Moment(zone, Instant.ofEpochSecond(second, nano)));
        Arbitrary<Moment> atChanges = Combinators.combine(
                        Arbitraries.of(CHANGES), Arbitraries.longs().between(-90 * 60 * NANOS, 90 * 60 * NANOS))
                .as((change, nanos) ->
                        new Moment(change.zone, change.transition.getInstant().plusNanos(nanos)));
        return Arbitraries.oneOf(anywhere, atChanges);
    }

    /** Kinds with an end. */
    @Provide
    Arbitrary<WindowKind> kinds() {
        return Arbitraries.of(
                WindowKind.HOURLY, WindowKind.DAILY, WindowKind.WEEKLY, WindowKind.MONTHLY, WindowKind.YEARLY);
    }

    @Provide
    Arbitrary<Nested> nested() {
        return Arbitraries.of(
                new Nested(WindowKind.DAILY, WindowKind.HOURLY),
                new Nested(WindowKind.WEEKLY, WindowKind.DAILY),
                new Nested(WindowKind.MONTHLY, WindowKind.DAILY),
                new Nested(WindowKind.YEARLY, WindowKind.MONTHLY));
    }

    private static Instant start(WindowBounds window) {
        return requireNonNull(window.startsAt());
    }

    private static Instant end(WindowBounds window) {
        return requireNonNull(window.endsAt());
    }
}
