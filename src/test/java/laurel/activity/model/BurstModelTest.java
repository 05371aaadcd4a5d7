package laurel.activity.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.Tries;
import laurel.scoring.PolicyClient;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random events, in random order and batches, under policies with different burst rules. In the meantime a policy gets a version
 * with another rule. The scores of all days, and the muted events, are those that {@link ModelBursts} finds.
 */
class BurstModelTest {
    private static final ModelDayRule DAYS = ModelDayRule.of("FIXED", ZoneId.of("UTC"));
    private static final LocalDate FIRST_DAY = LocalDate.parse("2026-03-31");
    private static final LocalDate SECOND_DAY = FIRST_DAY.plusDays(1);
    private static final TickingClock CLOCK = new TickingClock(Instant.parse("2026-04-01T12:00:00Z"));
    private static final List<String> ACTORS = List.of("ann", "ben", "cat");
    private static final List<String> TYPES = List.of("dm.sent", "room.message", "game.ended");
    private static final int EVENTS = Tries.of(150, 250);

    private static final Rule SLOW = new Rule(Set.of("dm.sent"), "0.7", 3, 2);
    private static final Rule BOTH = new Rule(Set.of("dm.sent", "room.message"), "0.75", 4, 3);
    private static final Rule LONG = new Rule(Set.of("room.message"), "0.1", 60, 6);

    private static LaurelServer server;

    @BeforeAll
    static void start() {
        server = LaurelServer.shared(CLOCK);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    /** A burst rule as a client sends it, and in the model. */
    private record Rule(Set<String> eventTypes, String rate, int seconds, int maxEvents) {
        Map<String, Object> input() {
            return Map.of(
                    "eventTypes",
                    List.copyOf(eventTypes),
                    "maxEventsPerSecond",
                    rate,
                    "duration",
                    "PT" + seconds + "S");
        }

        ModelBursts model() {
            return new ModelBursts(eventTypes, maxEvents, Duration.ofSeconds(seconds));
        }
    }

    static Stream<Integer> seeds() {
        return IntStream.range(0, Tries.of(2, 20)).boxed();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void mutesWhatModelMutes(int seed) {
        Random random = new Random(seed);
        List<ModelEvent> events = events(random);
        ModelClient app = new ModelClient(server.inNewApp().client());
        PolicyClient policies = new PolicyClient(app.graphQL());
        define(policies, "slow", SLOW);
        define(policies, "both", BOTH);
        define(policies, "none", null);
        boolean changed = false;
        for (int from = 0; from < events.size(); ) {
            int end = Math.min(events.size(), from + 1 + random.nextInt(12));
            app.record(events.subList(from, end), DAYS);
            from = end;
            if (!changed && from > events.size() / 2) {
                changed = true;
                define(policies, "slow", LONG);
                policies.activate(
                        Map.of("scoringPolicyKey", "slow", "versionNumber", 2, "startDate", SECOND_DAY.toString()));
            }
            if (random.nextInt(4) == 0) {
                server.drainActivity();
            }
        }
        server.runJobs();
        server.drainActivity();

        Set<ModelEvent> bySlow = SLOW.model().muted(events);
        Set<ModelEvent> byLong = LONG.model().muted(events);
        Set<ModelEvent> byBoth = BOTH.model().muted(events);
        assertThat(List.of(bySlow, byLong, byBoth))
                .allSatisfy(muted -> assertThat(muted).isNotEmpty().hasSizeLessThan(events.size()));
        for (String participant : ACTORS) {
            assertThat(scores(policies, participant, "slow"))
                    .as("%s by slow", participant)
                    .isEqualTo(expected(events, participant, bySlow, byLong));
            assertThat(scores(policies, participant, "both"))
                    .as("%s by both", participant)
                    .isEqualTo(expected(events, participant, byBoth, byBoth));
            assertThat(scores(policies, participant, "none"))
                    .as("%s by none", participant)
                    .isEqualTo(expected(events, participant, Set.of(), Set.of()));
            assertThat(new TreeSet<>(app.muted(participant)))
                    .isEqualTo(ids(participant, List.of(bySlow, byLong, byBoth)));
        }
    }

    /** Clusters of events, many of them at the same time or exactly a duration apart, some around midnight. */
    private static List<ModelEvent> events(Random random) {
        Instant midnight = SECOND_DAY.atStartOfDay(DAYS.timeZone()).toInstant();
        List<ModelEvent> events = new ArrayList<>();
        Instant cluster = midnight;
        for (int n = 0; n < EVENTS; n++) {
            if (random.nextInt(8) == 0) {
                cluster = midnight.plusSeconds(random.nextInt(600) - 300L);
            }
            Instant at = cluster.plusMillis(random.nextInt(20) * 250L).minusNanos(random.nextInt(2) * 1_000L);
            String actor = ACTORS.get(random.nextInt(ACTORS.size()));
            String peer = ACTORS.get((ACTORS.indexOf(actor) + 1 + random.nextInt(2)) % ACTORS.size());
            events.add(ModelEvent.of("e" + n, TYPES.get(random.nextInt(TYPES.size())), actor, at)
                    .withPeer(random.nextInt(3) == 0 ? null : peer));
        }
        Collections.shuffle(events, random);
        return events;
    }

    private static void define(PolicyClient policies, String key, @Nullable Rule burst) {
        Map<String, Object> policy = new HashMap<>(Map.of(
                "key",
                key,
                "counters",
                List.of(
                        counter("sent_count", TYPES, "ACTOR", "EVENTS"),
                        counter("received_count", TYPES, "PEER", "EVENTS"),
                        counter("peer_count", List.of("dm.sent"), "PEER", "PEERS")),
                "pillars",
                List.of(pillar("sent"), pillar("received"), pillar("peer"))));
        policy.put("burst", burst == null ? null : burst.input());
        policies.define(policy).text("key");
    }

    private static Map<String, Object> counter(String name, List<String> types, String role, String aggregation) {
        return Map.of("name", name, "eventTypes", types, "role", role, "aggregation", aggregation);
    }

    private static Map<String, Object> pillar(String name) {
        return Map.of("name", name, "terms", List.of(Map.of("source", name + "_count")));
    }

    /** Scores by day and pillar, without zeros. */
    private static Map<String, Integer> scores(PolicyClient policies, String participant, String policy) {
        Map<String, Integer> scores = new TreeMap<>();
        policies.dayScores(participant, policy, FIRST_DAY.toString(), SECOND_DAY.toString())
                .forEach(day -> day.list("pillars").forEach(pillar -> {
                    int score = new BigDecimal(pillar.text("score")).intValueExact();
                    if (score != 0) {
                        scores.put(day.text("date") + " " + pillar.text("name"), score);
                    }
                }));
        return scores;
    }

    /**
     * Returns the same from the model.
     *
     * @param onFirstDay  events that are muted if they are on the first day
     * @param onSecondDay events that are muted if they are on the second day
     */
    private static Map<String, Integer> expected(
            List<ModelEvent> events, String participant, Set<ModelEvent> onFirstDay, Set<ModelEvent> onSecondDay) {
        Map<String, Integer> scores = new TreeMap<>();
        Set<String> senders = new HashSet<>();
        for (ModelEvent event : events) {
            LocalDate day = DAYS.day(event, participant);
            if ((day.equals(FIRST_DAY) ? onFirstDay : onSecondDay).contains(event)) {
                continue;
            }
            if (event.actor().equals(participant)) {
                scores.merge(day + " sent", 1, Integer::sum);
            }
            if (participant.equals(event.peer())) {
                scores.merge(day + " received", 1, Integer::sum);
                if (event.eventType().equals("dm.sent") && senders.add(day + event.actor())) {
                    scores.merge(day + " peer", 1, Integer::sum);
                }
            }
        }
        return scores;
    }

    private static Set<String> ids(String actor, List<Set<ModelEvent>> muted) {
        Set<String> ids = new TreeSet<>();
        muted.stream()
                .flatMap(Set::stream)
                .filter(event -> event.actor().equals(actor))
                .forEach(event -> ids.add(event.id()));
        return ids;
    }
}
