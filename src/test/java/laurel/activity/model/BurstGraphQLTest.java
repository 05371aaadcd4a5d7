package laurel.activity.model;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
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
import laurel.LaurelServer;
import laurel.LaurelTest;
import laurel.TickingClock;
import laurel.badge.BadgeClient;
import laurel.scoring.PolicyClient;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which events a burst rule of more than 5 messages per second for 10 seconds mutes, and what still counts. */
@LaurelTest(at = "2026-03-11T12:00:00Z")
class BurstGraphQLTest {
    private static final ModelDayRule DAYS = ModelDayRule.of("FIXED", ZoneId.of("Europe/Paris"));
    private static final Instant START = Instant.parse("2026-03-10T12:00:00Z");
    private static final Map<String, Object> MESSAGES = Map.of("eventTypes", List.of("dm.sent"));

    @Inject
    LaurelServer server;

    @Inject
    TickingClock clock;

    /** A pattern is a list of stretches of seconds: events per second, {@code x}, number of seconds. */
    @ParameterizedTest(name = "{0} from {1}: {2} muted, {3}")
    @CsvSource(textBlock = """
            5x30,               2026-03-10T12:00:00Z, 0,   five events per second are no burst
            6x8,                2026-03-10T12:00:00Z, 0,   48 events are not enough
            6x9,                2026-03-10T12:00:00Z, 54,  54 events within ten seconds are
            50x1,               2026-03-10T12:00:00Z, 0,   50 events are not too many in one second
            51x1,               2026-03-10T12:00:00Z, 51,  51 events are
            7x12,               2026-03-10T12:00:00Z, 84,  seven per second are a burst
            9x1 5x1 9x1 5x1 9x1 5x1 9x1 5x1 9x1 5x1 9x1 5x1, 2026-03-10T12:00:00Z, 84, nine and five in turn as well
            6x5 0x5 6x5,        2026-03-10T12:00:00Z, 0,   a pause of five seconds lowers the mean
            5x3 6x9 5x3,        2026-03-10T12:00:00Z, 84,  slower seconds beside a burst belong to a span that has too many
            1x20 51x1 1x20,     2026-03-10T12:00:00Z, 70,  but only those within ten seconds
            6x9 0x30 6x9,       2026-03-10T12:00:00Z, 108, a participant can have two bursts
            7x5 6x5,            2026-03-10T12:00:55Z, 65,  a minute ends during a burst
            6x9,                2026-03-31T21:59:55Z, 54,  the month ends in Paris during a burst
            6x9,                2026-03-31T23:59:55Z, 54,  the month ends in UTC during a burst
            6x9,                2026-12-31T23:59:55Z, 54,  the year ends in UTC during a burst
            6x9,                2026-03-29T00:59:55Z, 54,  clocks go forward during a burst
            """)
    void mutesEventsOfBurst(String pattern, Instant from, int muted, String why) {
        clock.set(from.plus(Duration.ofHours(1)));
        List<ModelEvent> events = events(pattern, from);
        Collections.shuffle(events, new Random(muted));
        ModelClient app = app();
        for (int n = 0; n < events.size(); n += 50) {
            app.record(events.subList(n, Math.min(events.size(), n + 50)), DAYS);
        }
        assertThat(app.muted("ann")).as(why).hasSize(muted);
        assertThat(sum(scores(app, "ann", "muting", "sent"))).as(why).isEqualTo(events.size() - muted);
        assertThat(sum(scores(app, "ben", "muting", "received"))).as(why).isEqualTo(events.size() - muted);
        assertThat(sum(scores(app, "ann", "counting", "sent"))).as(why).isEqualTo(events.size());
        assertThat(ModelBursts.SOCIAL.muted(events)).as(why).hasSize(muted);
    }

    @Test
    void mutesBurstWhenLateEventCompletesIt() {
        List<ModelEvent> events = events("51x1", START);
        ModelEvent late = events.remove(30);
        ModelClient app = app();
        app.record(events, DAYS);
        assertThat(app.muted("ann")).isEmpty();
        assertThat(sum(scores(app, "ann", "muting", "sent"))).isEqualTo(50);
        assertThat(sum(scores(app, "ben", "muting", "peers"))).isEqualTo(1);
        app.record(List.of(late), DAYS);
        assertThat(app.muted("ann")).hasSize(51);
        assertThat(sum(scores(app, "ann", "muting", "sent"))).isEqualTo(0);
        assertThat(sum(scores(app, "ben", "muting", "peers"))).isEqualTo(0);
    }

    /** A badge counts what the policy of its rule counts. */
    private static void createBadges(BadgeClient badges, String policy) {
        String rule = "{scoringPolicyKey: \"" + policy + "\", ";
        badges.createBadge(
                policy + "-sent", "counter: " + rule + "counterName: \"sent_count\", minCount: 40, dayCount: 1}", "");
        badges.createBadge(policy + "-peers", "peers: " + rule + "minPeerCount: 1, dayCount: 1}", "");
    }

    @Test
    void awardsNoBadgeForMutedEvents() {
        ModelClient app = app();
        BadgeClient badges = new BadgeClient(server, app.graphQL());
        for (String policy : List.of("muting", "counting")) {
            createBadges(badges, policy);
        }
        app.record(events("51x1", START), DAYS);
        assertThat(badges.holders("muting-sent")).isEmpty();
        assertThat(badges.holders("muting-peers")).isEmpty();
        assertThat(badges.holders("counting-sent")).containsExactly("ann 2026-03-10");
        assertThat(badges.holders("counting-peers")).containsExactly("ann 2026-03-10", "ben 2026-03-10");
        app.record(List.of(event("alone", "ann", START.plusSeconds(60))), DAYS);
        assertThat(badges.holders("muting-sent")).isEmpty();
        assertThat(badges.holders("muting-peers")).containsExactly("ann 2026-03-10", "ben 2026-03-10");
    }

    /** Tallies and streaks belong to no policy. */
    @Test
    void countsMutedEventsInTalliesAndStreaks() {
        ModelClient app = app();
        app.record(events("51x1", START), DAYS);
        assertThat(app.muted("ann")).hasSize(51);
        LocalDate day = LocalDate.parse("2026-03-10");
        assertThat(app.tallies("ann", DAYS, day, day)).containsExactly("ann 2026-03-10 dm.sent ACTOR 51 of 1");
        assertThat(app.tallies("ben", DAYS, day, day)).containsExactly("ben 2026-03-10 dm.sent PEER 51 of 1");
        assertThat(app.streaks("ben").get("daily")).isEqualTo("now 1, best 1, 2026-03-10 to 2026-03-10");
        assertThat(sum(scores(app, "ann", "counting", "sent"))).isEqualTo(51);
        assertThat(sum(scores(app, "ben", "counting", "peers"))).isEqualTo(1);
    }

    @Test
    void mutesLateEventsWithinMutedSpan() {
        ModelClient app = app();
        app.record(events("51x1", START), DAYS);
        app.record(
                List.of(
                        event("first moment", "ann", START),
                        event("five seconds later", "ann", START.plusSeconds(5)),
                        event("before", "ann", START.minusMillis(9_500)),
                        event("after", "ann", START.plusMillis(10_500))),
                DAYS);
        assertThat(app.muted("ann")).hasSize(53).contains("first moment", "five seconds later");
        assertThat(sum(scores(app, "ann", "muting", "sent"))).isEqualTo(2);
    }

    @Test
    void doesNotCountDuplicatesTowardsBurst() {
        List<ModelEvent> events = events("5x20", START);
        List<ModelEvent> twice = new ArrayList<>(events);
        twice.addAll(events);
        ModelClient app = app();
        assertThat(app.record(twice, DAYS)).filteredOn(duplicate -> duplicate).hasSize(events.size());
        assertThat(app.record(events, DAYS)).doesNotContain(false);
        assertThat(app.muted("ann")).isEmpty();
        assertThat(sum(scores(app, "ann", "muting", "sent"))).isEqualTo(100);
    }

    @Test
    void countsEventsPerActorAndTypeOfRule() {
        List<ModelEvent> events = events("4x10", START);
        events("4x10", START).forEach(one -> events.add(event("b" + one.id(), "ben", one.occurredAt())));
        events("4x10", START)
                .forEach(one -> events.add(ModelEvent.of("r" + one.id(), "room.message", "ann", one.occurredAt())));
        ModelClient app = app();
        app.record(events, DAYS);
        assertThat(app.muted("ann")).isEmpty();
        assertThat(app.muted("ben")).isEmpty();
        events("2x10", START).forEach(one -> events.add(event("a" + one.id(), "ann", one.occurredAt())));
        app.record(events, DAYS);
        assertThat(app.muted("ann")).hasSize(60);
        assertThat(sum(scores(app, "ann", "muting", "sent"))).isEqualTo(0);
        assertThat(sum(scores(app, "ben", "muting", "sent"))).isEqualTo(40);
    }

    /** A version with another rule mutes earlier events in the background, and scores its days by its own rule. */
    @Test
    void mutesEarlierEventsByRuleOfNewVersion() {
        ModelClient app = app();
        app.record(events("5x10", START), DAYS);
        app.record(List.of(event("later", "ann", START.plus(Duration.ofDays(1)).minusSeconds(3_600))), DAYS);
        app.record(List.of(event("slow", "ben", START), event("slower", "ben", START.plusSeconds(60))), DAYS);
        PolicyClient policies = new PolicyClient(app.graphQL());
        policies.define(policy("muting", Map.of("eventTypes", List.of("dm.sent"), "maxEventsPerSecond", "4.9")));
        assertThat(app.muted("ann")).isEmpty();
        server.drainActivity();
        assertThat(app.muted("ann")).hasSize(50);
        assertThat(sum(scores(app, "ann", "muting", "sent"))).isEqualTo(51);
        assertThat(preview(app, "2026-03-10")).isEqualTo("50.000000000 -> 0.000000000");
        policies.activate(Map.of("scoringPolicyKey", "muting", "versionNumber", 2, "startDate", "2026-03-10"));
        server.runJobs();
        server.drainActivity();
        assertThat(scores(app, "ann", "muting", "sent")).isEqualTo(Map.of("2026-03-11", 1));
    }

    private static String preview(ModelClient app, String day) {
        var change =
                app
                        .graphQL()
                        .ask("""
                { previewScoringPolicyVersion(scoringPolicyKey: "muting", versionNumber: 2, pillar: "sent",
                  startDate: "%s", endDate: "%s") { changes { previousScore score participant { externalId } } } }
                """.formatted(day, day))
                        .list("data", "previewScoringPolicyVersion", "changes")
                        .stream()
                        .filter(one -> one.text("participant", "externalId").equals("ann"))
                        .findFirst()
                        .orElseThrow();
        return change.text("previousScore") + " -> " + change.text("score");
    }

    private ModelClient app() {
        ModelClient app = new ModelClient(server.inNewApp().client());
        app.createStreak("daily", "DAY", DAYS);
        PolicyClient policies = new PolicyClient(app.graphQL());
        policies.define(policy("muting", MESSAGES)).text("key");
        policies.define(policy("counting", null)).text("key");
        return app;
    }

    /** A policy whose pillars count messages sent and received, and the peers that sent some. */
    static Map<String, Object> policy(String key, @Nullable Map<String, Object> burst) {
        Map<String, Object> policy = new HashMap<>();
        policy.put("key", key);
        policy.put("dayRule", ModelClient.dayRuleInput(DAYS));
        policy.put("burst", burst);
        policy.put(
                "counters",
                List.of(
                        counter("sent_count", "ACTOR", "EVENTS"),
                        counter("received_count", "PEER", "EVENTS"),
                        counter("peer_count", "PEER", "PEERS")));
        policy.put(
                "pillars",
                List.of(
                        pillar("sent", "sent_count"),
                        pillar("received", "received_count"),
                        pillar("peers", "peer_count")));
        return policy;
    }

    private static Map<String, Object> counter(String name, String role, String aggregation) {
        return Map.of("name", name, "eventTypes", List.of("dm.sent"), "role", role, "aggregation", aggregation);
    }

    private static Map<String, Object> pillar(String name, String source) {
        return Map.of("name", name, "terms", List.of(Map.of("source", source)));
    }

    /** The scores of a pillar by day, without zeros, on the 60 days around the clock's. */
    private Map<String, Integer> scores(ModelClient app, String participant, String policy, String pillar) {
        LocalDate today = DAYS.today(clock.instant());
        Map<String, Integer> scores = new TreeMap<>();
        new PolicyClient(app.graphQL())
                .dayScores(
                        participant,
                        policy,
                        today.minusDays(20).toString(),
                        today.plusDays(2).toString())
                .forEach(day -> day.list("pillars").stream()
                        .filter(one -> one.text("name").equals(pillar)
                                && !one.text("score").startsWith("0"))
                        .forEach(one ->
                                scores.put(day.text("date"), new BigDecimal(one.text("score")).intValueExact())));
        return scores;
    }

    private static int sum(Map<String, Integer> scores) {
        return scores.values().stream().mapToInt(Integer::intValue).sum();
    }

    /** Events of a pattern, spread over each second from its first to its last microsecond. */
    private static List<ModelEvent> events(String pattern, Instant from) {
        List<ModelEvent> events = new ArrayList<>();
        Instant second = from;
        for (String stretch : pattern.split(" ", -1)) {
            int cross = stretch.indexOf('x');
            int perSecond = Integer.parseInt(stretch.substring(0, cross));
            for (int n = Integer.parseInt(stretch.substring(cross + 1)); n > 0; n--) {
                for (int i = 0; i < perSecond; i++) {
                    Instant at = second.plusNanos(i == 0 ? 0 : 999_999_000L * i / (perSecond - 1) / 1_000 * 1_000);
                    events.add(event("e-" + events.size(), "ann", at));
                }
                second = second.plusSeconds(1);
            }
        }
        return events;
    }

    private static ModelEvent event(String id, String actor, Instant at) {
        return ModelEvent.of(id, "dm.sent", actor, at).withPeer(actor.equals("ann") ? "ben" : "ann");
    }
}
