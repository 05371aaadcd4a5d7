package laurel.activity;

import static laurel.activity.ActivityClient.event;
import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.LaurelTest;
import laurel.database.sql.Sql;
import laurel.participant.ExternalParticipantId;
import laurel.participant.ParticipantInput;
import laurel.scoring.PolicyClient;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Activity at the limits of what is accepted. */
@LaurelTest(at = "2025-07-13T12:00:00Z")
class ActivityEdgeTest {
    @Inject
    LaurelServer server;

    private ActivityClient activity;

    @BeforeEach
    void start() {
        activity = new ActivityClient(server.client());
        define("utc", "{}").text("key");
    }

    @Test
    void countsWinOfActorWithoutPeer() {
        Map<String, Object> won = event("w1", "race.won", "wim", "2025-07-13T10:00:00Z");
        won.put("winner", Map.of("externalId", "wim"));
        activity.recordAll(List.of(won));
        assertThat(activity.tallies("wim", Map.of(), "2025-07-13", "2025-07-13"))
                .containsExactly("2025-07-13 race.won ACTOR 1 0 0", "2025-07-13 race.won WINNER 1 0 0");
    }

    @Test
    void rejectsWinnerThatIsNoPartyAndRecordsRestOfBatch() {
        Map<String, Object> lost = event("w2", "race.won", "wil", "2025-07-13T10:00:00Z");
        lost.put("winner", Map.of("externalId", "stranger"));
        Answer answer = activity.record(List.of(lost, event("w3", "race.won", "wil", "2025-07-13T10:00:00Z")));
        assertThat(answer.at("results", 0, "errors", 0, "code")).isEqualTo("WINNER_NOT_PARTY");
        assertThat(answer.at("acceptedCount")).isEqualTo(1);
    }

    /** The time at which the change of a day was received decides which windows accept its score. */
    @Test
    void storesDaysWithLatestTimeOfRequestsThatShareTransaction() {
        server.client().ask("""
                mutation { createLeaderboard(input: {key: "board", updateMode: INCREMENT, windowDefinitions: [{kind: DAILY}]}) {
                  leaderboard { id } } }
                """).text("data", "createLeaderboard", "leaderboard", "id");
        new PolicyClient(server.client()).defineEventCount("policy", "board", 1).text("key");
        Instant first = Instant.parse("2025-07-13T12:00:00Z");
        Instant second = first.plusSeconds(1);

        server.bean(ActivityRecorder.class)
                .record(server.appId(), List.of(checked("b", second), checked("a", first)), true);

        assertThat(server.bean(Sql.class)
                        .of("SELECT received_at FROM scoring_changed_day WHERE app_id = :app")
                        .bind("app", server.appId())
                        .list(Instant.class))
                .hasSize(2)
                .containsOnly(second);
    }

    private static CheckedActivity checked(String id, Instant receivedAt) {
        var actor = new ParticipantInput(new ExternalParticipantId("ACCOUNT", id), null, null, null, null);
        var sent = new ActivityEventInput(id, "run", actor, null, null, null, Map.of(), null, null, null, null);
        return CheckedActivity.check(sent, receivedAt, Duration.ofDays(400));
    }

    /** Group values are random letters: PostgreSQL cannot compress them to the size of an index row. */
    @ParameterizedTest
    @ValueSource(ints = {1, 30, 60, 200})
    void storesDayRuleWithManyGroups(int count) {
        Random random = new Random(count);
        String zones = Stream.generate(() -> random.ints(40, 'a', 'z' + 1)
                        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append))
                .limit(count)
                .map(value -> "{timeZone: \"Asia/Kolkata\", group: {region: \"" + value + "\"}}")
                .collect(Collectors.joining(", ", "[", "]"));
        String days = "{kind: GROUP, groupTimeZones: " + zones + "}";
        String key = "groups-" + count;
        assertThat(define(key, days).at("key")).isEqualTo(key);
        assertThat(define(key + "-2", days).list("dayRule", "groupTimeZones"))
                .as("a second streak with the same rule")
                .hasSize(count);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a: \"\"",
                "region: \"a\\u0000\"",
                "region: \" \"",
            })
    void rejectsInvalidGroupOfDayRule(String value) {
        Answer rejected = define("odd", "{kind: GROUP, groupTimeZones: [{timeZone: \"UTC\", group: {" + value + "}}]}");
        assertThat(rejected.at("code")).isEqualTo("INVALID_GROUP_VALUE");
        assertThat(rejected.at("path")).asString().startsWith("[input, dayRule, groupTimeZones, 0");
    }

    /** Without a start date, seven days are read: up to the seventh day, they begin before the calendar does. */
    @ParameterizedTest
    @ValueSource(strings = {"0001-01-01", "0001-01-06", "9999-12-31"})
    void readsTalliesAtEndsOfCalendar(String endDate) {
        activity.recordAll(List.of(event("t1", "dm.sent", "tom", "2025-07-13T10:00:00Z")));
        Answer answer = server.client()
                .ask("{ participant(ref: {external: {externalId: \"tom\"}}) { dailyTallies(endDate: \"" + endDate
                        + "\") { date } } }");
        assertThat(answer.at("data", "participant", "dailyTallies")).isEqualTo(List.of());
    }

    private Answer define(String key, String days) {
        return server.client()
                .ask(
                        "mutation { createStreak(input: {key: \"" + key + "\", dayRule: " + days
                                + "}) { streak { key dayRule { groupTimeZones { timeZone } } } errors { code message path } } }")
                .payload("createStreak");
    }
}
