package laurel.activity.graphql;

import static java.util.Objects.requireNonNull;
import static laurel.activity.ActivityClient.event;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.activity.ActivityClient;
import laurel.database.sql.Json;
import laurel.database.sql.Sql;
import laurel.leaderboard.Group;
import laurel.request.StrictJson;
import laurel.streak.DayRule;
import laurel.streak.DayRule.DayRuleKind;
import laurel.streak.DayRule.GroupTimeZone;
import laurel.streak.DayRules;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An event counts once for each of its parties, on the local day of each. */
class ActivityGraphQLTest {
    private static final Instant NOON = Instant.parse("2025-07-13T12:00:00Z");
    private static final Map<String, Object> UTC = Map.of();
    private static final TickingClock CLOCK = new TickingClock(NOON);
    private static LaurelServer server;
    private static ActivityClient activity;

    @BeforeAll
    static void start() {
        server = LaurelServer.start(CLOCK, Map.of("laurel.limits.batch-size", 60));
        activity = new ActivityClient(server.client());
        ZoneId zone = ZoneId.of("UTC");
        List<DayRule> rules = List.of(
                DayRule.of(zone),
                new DayRule(DayRuleKind.EVENT, zone, List.of(), null),
                new DayRule(DayRuleKind.PARTICIPANT, zone, List.of(), null),
                new DayRule(
                        DayRuleKind.GROUP,
                        zone,
                        List.of(new GroupTimeZone(group("tokyo"), ZoneId.of("Asia/Tokyo"))),
                        null));
        server.bean(Sql.class)
                .useTransaction(
                        () -> rules.forEach(rule -> server.bean(DayRules.class).use(1, rule, NOON)));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static Group group(String campus) {
        return new Group(new TreeMap<>(Map.of("campus", campus)));
    }

    @Test
    void countsEventForActorPeerAndWinner() {
        Map<String, Object> game = event("a1", "game.ended", "ann", "bob", "2025-07-13T10:00:00Z");
        game.put("winner", Map.of("externalId", "bob"));
        game.put("value", "2.50");
        activity.recordAll(List.of(
                game,
                event("a2", "dm.sent", "ann", "bob", "2025-07-13T10:00:00Z"),
                event("a3", "dm.sent", "ann", "cid", "2025-07-13T11:00:00Z"),
                event("a4", "heartbeat", "ann", "2025-07-12T23:59:59Z")));
        assertThat(tallies("ann"))
                .containsExactly(
                        "2025-07-12 heartbeat ACTOR 1 0 0",
                        "2025-07-13 dm.sent ACTOR 2 0 2",
                        "2025-07-13 game.ended ACTOR 1 2.5 1");
        assertThat(tallies("bob"))
                .containsExactly(
                        "2025-07-13 dm.sent PEER 1 0 1",
                        "2025-07-13 game.ended PEER 1 2.5 1",
                        "2025-07-13 game.ended WINNER 1 2.5 1");
    }

    @Test
    void countsEventOnceAndReturnsDuplicate() {
        Map<String, Object> first = event("o1", "dm.sent", "ona", "pia", "2025-07-13T10:00:00Z");
        Answer together = activity.record(List.of(first, first));
        Answer again = activity.record(List.of(first));
        assertThat(together.at("results", 0, "receipt", "duplicate")).isEqualTo(false);
        assertThat(together.at("results", 1, "receipt", "duplicate")).isEqualTo(true);
        assertThat(again.at("results", 0, "receipt", "duplicate")).isEqualTo(true);
        assertThat(again.at("results", 0, "receipt", "activityEvent", "id"))
                .isEqualTo(together.at("results", 0, "receipt", "activityEvent", "id"));
        Map<String, Object> other = event("o1", "dm.sent", "ona", "pia", "2025-07-13T10:00:01Z");
        assertThat(activity.record(List.of(other)).at("results", 0, "errors", 0, "code"))
                .isEqualTo("EVENT_CONFLICT");
        assertThat(tallies("ona")).containsExactly("2025-07-13 dm.sent ACTOR 1 0 1");
    }

    @Test
    void recognizesRetryWithoutTimeAsDuplicate() {
        Map<String, Object> event = event("n1", "room.joined", "nat", "");
        event.remove("occurredAt");
        activity.recordAll(List.of(event));
        CLOCK.set(NOON.plusSeconds(5));
        assertThat(activity.record(List.of(event)).at("results", 0, "receipt", "duplicate"))
                .isEqualTo(true);
        CLOCK.set(NOON);
    }

    /** Each of the three may have metadata. A client may build it again from a dictionary. */
    @Test
    void recognizesRetryWithMetadataInAnotherOrder() {
        activity.recordAll(List.of(withMetadata("m1", "{\"b\": {\"d\": 1.50, \"c\": 2}, \"a\": 1}")));
        assertThat(activity.record(List.of(withMetadata("m1", "{\"a\": 1, \"b\": {\"c\": 2, \"d\": 1.5}}")))
                        .at("results", 0, "receipt", "duplicate"))
                .isEqualTo(true);
        assertThat(activity.record(List.of(withMetadata("m1", "{\"a\": 1, \"b\": {\"c\": 2, \"d\": 1.6}}")))
                        .at("results", 0, "errors", 0, "code"))
                .isEqualTo("EVENT_CONFLICT");
    }

    /** Earlier versions stored a digest of metadata as it was sent. */
    @Test
    void recognizesRetryOfEventWithDigestOfMetadataAsSent() {
        List<Map<String, Object>> events = List.of(withMetadata("m2", "{\"b\": 2, \"a\": 1}"));
        activity.recordAll(events);
        server.bean(Sql.class)
                .of("UPDATE activity_id SET digest = :digest WHERE external_id = 'm2' RETURNING 1")
                .bind("digest", "0cb95245292e2a8f86360785fffeeee8d467a0d8690e387a7c96176123117a6c")
                .one(Integer.class);
        assertThat(activity.record(events).at("results", 0, "receipt", "duplicate"))
                .isEqualTo(true);
    }

    private static Map<String, Object> withMetadata(String id, String json) {
        Object metadata = requireNonNull(StrictJson.stored(new Json(json)));
        Map<String, Object> event = event(id, "dm.sent", "mia", "2025-07-13T10:00:00Z");
        event.put("actor", Map.of("externalId", "mia", "metadata", metadata));
        event.put("peer", Map.of("externalId", "max", "metadata", metadata));
        event.put("metadata", metadata);
        return event;
    }

    @Test
    void talliesEventOnDayOfEachDayRule() {
        Map<String, Object> event = event("d1", "dm.sent", "dan", "eve", "2025-07-12T20:00:00Z");
        event.put("actor", Map.of("externalId", "dan", "timeZone", "Pacific/Auckland"));
        event.put("timeZone", "-09:00");
        event.put("group", Map.of("campus", "tokyo"));
        activity.recordAll(List.of(event));
        assertThat(day("dan", Map.of())).isEqualTo("2025-07-12");
        assertThat(day("dan", Map.of("kind", "PARTICIPANT"))).isEqualTo("2025-07-13");
        assertThat(day("eve", Map.of("kind", "PARTICIPANT"))).isEqualTo("2025-07-12");
        assertThat(day("eve", Map.of("kind", "EVENT"))).isEqualTo("2025-07-12");
        assertThat(day("eve", tokyo())).isEqualTo("2025-07-13");
        assertThat(activity.tallies("eve", Map.of("timeZone", "Asia/Tokyo"), "2025-07-01", "2025-07-31"))
                .as("a rule that the app does not use")
                .isEmpty();
    }

    private static Map<String, Object> tokyo() {
        return Map.of(
                "kind",
                "GROUP",
                "groupTimeZones",
                List.of(Map.of("group", Map.of("campus", "tokyo"), "timeZone", "Asia/Tokyo")));
    }

    private static String day(String participant, Map<String, ?> rule) {
        return activity.tallies(participant, rule, "2025-07-01", "2025-07-31")
                .getFirst()
                .substring(0, 10);
    }

    @Test
    void ignoresProfilesOfDuplicateAndRejectedEvents() {
        Map<String, Object> first =
                withTimeZone("Asia/Tokyo", "zoe", event("z1", "dm.sent", "zoe", "2025-07-13T10:00:00Z"));
        Map<String, Object> other = event("z1", "dm.sent", "new", "2025-07-13T10:00:00Z");
        activity.recordAll(List.of(first));
        activity.recordAll(
                List.of(withTimeZone("Europe/Paris", "zoe", event("z2", "dm.sent", "zoe", "2025-07-13T10:00:00Z"))));
        activity.record(List.of(first, other));
        Answer known = server.client().ask("""
                { zoe: participant(ref: {external: {externalId: "zoe"}}) { timeZone } new: participant(ref: {external: \
                    {externalId: "new"}}) { id } }
                """);
        assertThat(known.at("data", "zoe", "timeZone")).isEqualTo("Europe/Paris");
        assertThat(known.at("data", "new")).isNull();
    }

    /** A batch counts like the same events sent one by one. */
    @Test
    void appliesTimeZoneToLaterEventsOfBatch() {
        activity.recordAll(List.of(
                event("y1", "dm.sent", "yve", "2025-07-12T20:00:00Z"),
                withTimeZone("Pacific/Auckland", "yve", event("y2", "dm.sent", "yve", "2025-07-12T20:00:00Z")),
                event("y3", "dm.sent", "yve", "2025-07-12T20:00:00Z")));
        assertThat(activity.tallies("yve", Map.of("kind", "PARTICIPANT"), "2025-07-01", "2025-07-31"))
                .containsExactly("2025-07-12 dm.sent ACTOR 1 0 0", "2025-07-13 dm.sent ACTOR 2 0 0");
    }

    private static Map<String, Object> withTimeZone(String timeZone, String participant, Map<String, Object> event) {
        event.put("actor", Map.of("externalId", participant, "timeZone", timeZone));
        return event;
    }

    @ParameterizedTest
    @CsvSource({
        "externalId, ' ', INVALID_EXTERNAL_ID",
        "eventType, Game Ended, INVALID_EVENT_TYPE",
        "value, 1e40, NUMBER_OUT_OF_RANGE",
        "value, many, INVALID_NUMBER",
        "value, 0.0000000001, TOO_MANY_DECIMALS",
        "timeZone, Mars/Olympus, INVALID_TIME_ZONE",
        "occurredAt, 2025-07-13T12:05:00.000001Z, OCCURRED_IN_FUTURE",
        "occurredAt, 2024-06-08T11:59:59Z, OCCURRED_TOO_LONG_AGO"
    })
    void rejectsInvalidEventAndRecordsRestOfBatch(String field, String value, String code) {
        Map<String, Object> broken = event("r1", "dm.sent", "rob", "2025-07-13T10:00:00Z");
        broken.put(field, value);
        Answer answer = activity.record(List.of(broken, event("r2", "dm.sent", "rob", "2025-07-13T10:00:00Z")));
        assertThat(answer.at("acceptedCount")).isEqualTo(1);
        assertThat(answer.at("failedCount")).isEqualTo(1);
        assertThat(answer.at("results", 0, "errors", 0, "code")).isEqualTo(code);
        assertThat(answer.at("results", 0, "errors", 0, "path")).isEqualTo(List.of("input", "items", "0", field));
    }

    @Test
    void rejectsActorAsPeerAndWinnerThatIsNoParty() {
        Map<String, Object> alone = event("p1", "game.ended", "ron", "ron", "2025-07-13T10:00:00Z");
        Map<String, Object> stranger = event("p2", "game.ended", "ron", "sue", "2025-07-13T10:00:00Z");
        stranger.put("winner", Map.of("externalId", "tom"));
        Answer answer = activity.record(List.of(alone, stranger));
        assertThat(answer.at("results", 0, "errors", 0, "path")).isEqualTo(List.of("input", "items", "0", "peer"));
        assertThat(answer.at("results", 1, "errors", 0, "path")).isEqualTo(List.of("input", "items", "1", "winner"));
    }

    @Test
    void rejectsBatchAboveLimit() {
        List<Map<String, Object>> many = IntStream.range(0, 61)
                .mapToObj(n -> event("m" + n, "dm.sent", "moe", "2025-07-13T10:00:00Z"))
                .toList();
        assertThat(activity.record(many).at("errors", 0, "code")).isEqualTo("BATCH_TOO_LARGE");
        Answer moe = server.client().ask("{ participant(ref: {external: {externalId: \"moe\"}}) { id } }");
        assertThat(moe.at("data", "participant"))
                .as("no participant is created")
                .isNull();
    }

    @Test
    void listsActivityEventsInPages() {
        activity.recordAll(IntStream.range(0, 5)
                .mapToObj(n -> event("l" + n, "room.message", "lia", "2025-0" + (3 + n % 3) + "-13T10:00:0" + n + "Z"))
                .toList());
        String document = """
                query ($after: String) { participant(ref: {external: {externalId: "lia"}}) {
                  activityEvents(first: 2, after: $after) {
                  edges { node { externalId occurredAt actor { externalId } peer { externalId } muted } }
                  pageInfo { hasNextPage endCursor } } } }
                """;
        List<String> seen = new ArrayList<>();
        String after = null;
        do {
            Map<String, Object> variables = new HashMap<>();
            variables.put("after", after);
            Answer page = server.client().ask(document, variables).node("data", "participant", "activityEvents");
            page.list("edges").forEach(edge -> seen.add(edge.text("node", "externalId")));
            after = Boolean.TRUE.equals(page.at("pageInfo", "hasNextPage")) ? page.text("pageInfo", "endCursor") : null;
        } while (after != null);
        assertThat(seen).containsExactly("l2", "l4", "l1", "l3", "l0");
    }

    private static List<String> tallies(String participant) {
        return activity.tallies(participant, UTC, "2025-07-01", "2025-07-31");
    }
}
