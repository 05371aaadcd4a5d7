package laurel.activity.model;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.Tries;
import laurel.activity.model.HourlyPolicyClient.ScoredWindow;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random events, in random order and batches, under a policy that feeds leaderboards with hours. In the meantime the policy gets
 * another version. Each hour, each span of hours, and each day has the score that {@link ModelHours} finds, in the time zone of
 * each group.
 */
class HourlyScoreModelTest {
    private static final List<String> ACTORS = List.of("ann", "ben", "cat", "dan");
    private static final Map<String, ZoneId> REGIONS =
            Map.of("high", ZoneId.of("Asia/Kathmandu"), "rock", ZoneId.of("America/St_Johns"));
    private static final List<ZoneId> EVENT_TIME_ZONES =
            List.of(ZoneId.of("Pacific/Kiritimati"), ZoneId.of("Pacific/Pago_Pago"));
    private static final int EVENTS = Tries.of(80, 200);
    private static final TickingClock CLOCK = new TickingClock(Instant.parse("2026-03-31T12:00:00Z"));
    private static LaurelServer server;

    @BeforeAll
    static void start() {
        server = LaurelServer.shared(CLOCK);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    /** A seed, the day rule, and the second of three days, on which clocks change in some time zones. */
    private record History(int seed, ModelDayRule days, LocalDate day) {
        /** Each participant stays in a region. */
        @Nullable
        String region(String actor) {
            return days.regionTimeZones().isEmpty() ? null : regionOf(actor);
        }

        List<String> regions() {
            return days.regionTimeZones().isEmpty() ? List.of("") : List.of("", "high", "rock");
        }

        ModelHours model(String participant, List<ModelEvent> counted, HourlyPolicyClient policy) {
            Map<LocalDate, Integer> caps = new HashMap<>();
            for (int n = -3; n <= 3; n++) {
                caps.put(day.plusDays(n), n < 0 ? 7 : 4);
            }
            return new ModelHours(
                    participant,
                    counted,
                    days,
                    caps,
                    policy.streakLengths(participant, day.minusDays(3), day.plusDays(3)));
        }
    }

    private static String regionOf(String actor) {
        return ACTORS.indexOf(actor) % 2 == 0 ? "high" : "rock";
    }

    private static Stream<History> histories(String kind, String timeZone, String day) {
        Map<String, ZoneId> regions = kind.equals("GROUP") || kind.equals("DIRECTORY") ? REGIONS : Map.of();
        Map<String, ZoneId> participants = new HashMap<>();
        if (kind.equals("DIRECTORY")) {
            ACTORS.forEach(actor -> participants.put(actor, requireNonNull(REGIONS.get(regionOf(actor)))));
        }
        var days = new ModelDayRule(kind, ZoneId.of(timeZone), regions, participants);
        return IntStream.range(0, Tries.of(1, 12)).mapToObj(seed -> new History(seed, days, LocalDate.parse(day)));
    }

    static Stream<History> histories() {
        return Stream.of(
                        histories("FIXED", "Europe/Rome", "2026-03-29"),
                        histories("FIXED", "Europe/Rome", "2025-10-26"),
                        histories("FIXED", "Australia/Lord_Howe", "2026-04-05"),
                        histories("FIXED", "Asia/Kolkata", "2026-03-29"),
                        histories("GROUP", "UTC", "2026-03-08"),
                        histories("DIRECTORY", "UTC", "2026-03-08"),
                        histories("EVENT", "UTC", "2026-03-29"))
                .flatMap(history -> history);
    }

    @ParameterizedTest
    @MethodSource("histories")
    void hoursHaveScoresOfModel(History history) {
        CLOCK.set(history.day.plusDays(3).atStartOfDay(ZoneId.of("UTC")).toInstant());
        var app = new ModelClient(server.inNewApp().client());
        var policy = new HourlyPolicyClient(app, history.days);
        policy.create(7);
        Random random = new Random(history.seed);
        List<ModelEvent> events = events(random, history);
        int half = events.size() / 2;
        record(app, history, events.subList(0, half), random);
        policy.change(4, history.day);
        record(app, history, events.subList(half, events.size()), random);
        server.runJobs();
        server.drainActivity();

        List<ModelEvent> counted = HourlyPolicyClient.BURSTS.withoutBursts(events);
        assertThat(counted.size()).isLessThan(events.size());
        history.regions().forEach(region -> check(region, history, counted, policy));
    }

    /** Compares the windows of a region with the models of its participants. */
    private static void check(String region, History history, List<ModelEvent> counted, HourlyPolicyClient policy) {
        Map<String, ModelHours> models = new TreeMap<>();
        ACTORS.stream()
                .filter(actor -> region.isEmpty() || region.equals(history.region(actor)))
                .forEach(actor -> models.put(actor, history.model(actor, counted, policy)));
        for (String board : HourlyPolicyClient.BOARDS) {
            List<ScoredWindow> hours = policy.windows(board, "hourly", region);
            check(board, models, hours);
            check(board, models, policy.windows(board, "daily", region));
            check(board, models, policy.windows(board, "rolling", region));
            assertThat(sums(hours)).isNotEmpty().isEqualTo(expected(board, models, Instant.EPOCH, CLOCK.instant()));
        }
    }

    private static void record(ModelClient app, History history, List<ModelEvent> events, Random random) {
        for (int from = 0; from < events.size(); ) {
            int end = Math.min(events.size(), from + 1 + random.nextInt(20));
            app.record(events.subList(from, end), history.days);
            from = end;
        }
    }

    private static void check(String board, Map<String, ModelHours> models, List<ScoredWindow> windows) {
        for (ScoredWindow window : windows) {
            assertThat(window.scores())
                    .as("%s from %s to %s", board, window.startsAt(), window.endsAt())
                    .isEqualTo(expected(board, models, window.startsAt(), window.endsAt()));
        }
    }

    private static Map<String, BigDecimal> expected(
            String board, Map<String, ModelHours> models, Instant start, Instant end) {
        Map<String, BigDecimal> expected = new TreeMap<>();
        models.forEach((participant, model) ->
                expected.put(participant, model.between(start, end).get(board)));
        expected.values().removeIf(score -> score.signum() == 0);
        return expected;
    }

    private static Map<String, BigDecimal> sums(List<ScoredWindow> windows) {
        Map<String, BigDecimal> sums = new TreeMap<>();
        windows.forEach(window -> window.scores().forEach((who, score) -> sums.merge(who, score, BigDecimal::add)));
        sums.values().removeIf(score -> score.signum() == 0);
        sums.replaceAll((who, score) -> score.stripTrailingZeros());
        return sums;
    }

    /** Clusters of events on three days, some at the ends of hours. Events are between participants of the same region. */
    private static List<ModelEvent> events(Random random, History history) {
        Instant start =
                history.day.minusDays(1).atStartOfDay(history.days.timeZone()).toInstant();
        List<ModelEvent> events = new ArrayList<>();
        Instant cluster = start;
        for (int n = 0; n < EVENTS; n++) {
            if (random.nextInt(8) == 0) {
                cluster = start.plus(Duration.ofMinutes(15L * random.nextInt(4 * 24 * 3)));
            }
            events.add(event("e" + n, cluster, random, history));
        }
        Collections.shuffle(events, random);
        return events;
    }

    private static ModelEvent event(String id, Instant cluster, Random random, History history) {
        int actor = random.nextInt(ACTORS.size());
        @Nullable String region = history.region(ACTORS.get(actor));
        @Nullable String peer = random.nextInt(3) == 0 ? null : ACTORS.get((actor + 2) % ACTORS.size());
        String type = HourlyPolicyClient.TYPES.get(random.nextInt(3));
        return new ModelEvent(
                id,
                type,
                ACTORS.get(actor),
                peer,
                type.equals("game.ended") ? peer : null,
                region,
                peer == null ? null : region,
                cluster.plusMillis(random.nextInt(40) * 250L).minusNanos(random.nextInt(2) * 1_000L),
                history.days.kind().equals("EVENT") ? EVENT_TIME_ZONES.get(random.nextInt(2)) : null);
    }
}
