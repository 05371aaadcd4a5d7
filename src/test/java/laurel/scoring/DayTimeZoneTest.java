package laurel.scoring;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.LaurelTest;
import laurel.TickingClock;
import laurel.score.LockedLeaderboard;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Days of a policy that end after the windows of its leaderboard, in another time zone. */
@LaurelTest(at = "2026-03-03T16:00:00Z")
class DayTimeZoneTest {
    private static final Instant EVENING = Instant.parse("2026-03-04T01:00:00Z");

    @Inject
    LaurelServer server;

    @Inject
    TickingClock clock;

    private LateActivityClient client;

    @BeforeEach
    void start() {
        client = new LateActivityClient(server, clock);
    }

    /** Creates a leaderboard with these fields, in UTC with windows of days and weeks unless they say otherwise. */
    private void createLeaderboard(String fields) {
        String windows =
                fields.contains("windowDefinitions") ? "" : "windowDefinitions: [{kind: DAILY}, {kind: WEEKLY}], ";
        server.client()
                .ask("mutation { createLeaderboard(input: {key: \"km\", updateMode: INCREMENT, " + windows + fields
                        + "}) { leaderboard { id } } }")
                .text("data", "createLeaderboard", "leaderboard", "id");
    }

    private Object createPolicy(String kind, String lateActivity) {
        Map<String, Object> policy = new HashMap<>(Map.of(
                "key",
                "km",
                "dayRule",
                Map.of("kind", kind, "timeZone", "America/Los_Angeles"),
                "counters",
                List.of(Map.of("name", "seen", "eventTypes", List.of("seen"))),
                "pillars",
                List.of(Map.of("name", "total", "leaderboardKey", "km", "terms", List.of(Map.of("source", "seen"))))));
        policy.put("lateActivity", lateActivity);
        return requireNonNull(new PolicyClient(server.client()).define(policy).json());
    }

    private Object update(String fields) {
        Answer answer = server.client()
                .ask("mutation { updateLeaderboard(input: {leaderboardKey: \"km\", " + fields
                        + "}) { leaderboard { version } errors { code path message } } }");
        return requireNonNull(
                answer.node("data", "updateLeaderboard").changed("leaderboard").json());
    }

    /** Records an event at 17:00 of 3 March, when this day is over in UTC. */
    private void recordInTheEvening() {
        client.advanceTo(EVENING);
        client.recordIn("America/Los_Angeles", "ann", EVENING);
        client.finalizeWindows();
    }

    private double late() {
        return server.bean(MeterRegistry.class).counter("laurel.policy.late").count();
    }

    @Test
    void refusesLeaderboardWhoseWindowsAreFinalBeforeDaysEnd() {
        createLeaderboard("gracePeriod: \"PT7H59M\"");
        assertThat(createPolicy("FIXED", "IGNORE"))
                .isEqualTo(Map.of(
                        "code",
                        "LEADERBOARD_NOT_SUITABLE",
                        "message",
                        "Days of the policy, in America/Los_Angeles, end up to PT8H after those of the leaderboard, whose"
                                + " `timeZone` is UTC and `gracePeriod` PT7H59M. Use the same `timeZone`, a `gracePeriod`"
                                + " of at least PT8H, or a policy with `lateActivity: CORRECT`.",
                        "path",
                        List.of("input", "pillars", "0", "leaderboardKey")));
    }

    /** Without seasons and with all time, nothing ends. Windows by the hour receive an hour when it is recorded. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "gracePeriod: \"PT8H\"",
                "timeZone: \"Pacific/Honolulu\", gracePeriod: \"PT0S\"",
                "windowDefinitions: [{kind: ALL_TIME}, {kind: SEASON}]",
                "windowDefinitions: [{kind: DAILY}, {kind: HOURLY}]"
            })
    void acceptsLeaderboardWhoseWindowsAreOpenUntilDaysEnd(String fields) {
        createLeaderboard(fields);
        assertThat(createPolicy("FIXED", "IGNORE")).asString().contains("activeVersion");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            PT8H  | FIXED       | IGNORE
            PT5M  | FIXED       | CORRECT
            PT8H  | PARTICIPANT | IGNORE
            PT5M  | EVENT       | CORRECT
            """)
    void countsEveningOfDayThatIsOverInLeaderboard(String gracePeriod, String kind, String lateActivity) {
        createLeaderboard("gracePeriod: \"" + gracePeriod + "\"");
        createPolicy(kind, lateActivity);
        double before = late();
        recordInTheEvening();
        assertThat(client.standings("km", "daily", "2026-03-03")).containsExactly("1 ann 1");
        assertThat(late()).isEqualTo(before);
    }

    /** Time zones of participants are not known in advance. */
    @Test
    void reportsScoreThatWindowsDoNotAccept() {
        createLeaderboard("gracePeriod: \"PT5M\"");
        createPolicy("PARTICIPANT", "IGNORE");
        double before = late();
        recordInTheEvening();
        assertThat(client.windows("km", "daily")).isEmpty();
        assertThat(client.standings("km", "weekly", "2026-W10")).containsExactly("1 ann 1");
        assertThat(late()).isEqualTo(before + 1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            gracePeriod       | gracePeriod: "PT5M"
            timeZone          | timeZone: "Asia/Tokyo"
            """)
    void refusesChangeThatMakesWindowsFinalBeforeDaysEnd(String field, String fields) {
        createLeaderboard("gracePeriod: \"PT8H\"");
        createPolicy("FIXED", "IGNORE");
        assertThat(update(fields))
                .asInstanceOf(InstanceOfAssertFactories.MAP)
                .containsEntry("code", "LEADERBOARD_FED_BY_POLICY")
                .containsEntry("path", List.of("input", field));
    }

    @Test
    void refusesWindowsThatAreFinalBeforeDaysEnd() {
        createLeaderboard("windowDefinitions: [{kind: ALL_TIME}]");
        createPolicy("FIXED", "IGNORE");
        String windows = "windowDefinitions: [{kind: DAILY}]";
        assertThat(update(windows))
                .asInstanceOf(InstanceOfAssertFactories.MAP)
                .containsEntry("code", "LEADERBOARD_FED_BY_POLICY")
                .containsEntry("path", List.of("input", "windowDefinitions"));
        assertThat(update(windows + ", gracePeriod: \"PT8H\"")).isEqualTo(Map.of("version", 2));
    }

    /** An earlier version of the service accepted the grace period. */
    @Test
    void acceptsUnchangedRulesOfPolicyThatFeedsTheLeaderboard() {
        createLeaderboard("gracePeriod: \"PT8H\"");
        createPolicy("FIXED", "IGNORE");
        createPolicy("FIXED", "CORRECT");
        server.database()
                .sql()
                .of("UPDATE leaderboard SET grace_period = '5 minutes', version = version + 1 WHERE app_id = :app")
                .bind("app", server.appId())
                .execute();
        assertThat(createPolicy("FIXED", "CORRECT")).asString().contains("activeVersion");
        assertThat(createPolicy("FIXED", "IGNORE")).asString().contains("activeVersion");
    }

    /** An earlier version may ignore what a later one corrects, and the other way round. */
    @Test
    void checksVersionThatIsActivated() {
        createLeaderboard("gracePeriod: \"PT8H\"");
        createPolicy("FIXED", "IGNORE");
        createPolicy("FIXED", "CORRECT");
        PolicyClient policies = new PolicyClient(server.client());
        policies.activate(Map.of("scoringPolicyKey", "km", "versionNumber", 2)).text("key");
        assertThat(update("gracePeriod: \"PT5M\"")).isEqualTo(Map.of("version", 2));
        assertThat(policies.activate(Map.of("scoringPolicyKey", "km", "versionNumber", 1))
                        .at("code"))
                .isEqualTo("LEADERBOARD_NOT_SUITABLE");
    }

    @Test
    void checksActivatedVersionAfterConcurrentUpdateOfLeaderboard() throws Exception {
        createLeaderboard("gracePeriod: \"PT8H\"");
        createPolicy("FIXED", "CORRECT");
        createPolicy("FIXED", "IGNORE");
        PolicyClient policies = new PolicyClient(server.client());
        try (var locked = new LockedLeaderboard(server, "km")) {
            Future<Object> updated = locked.sendAndAwaitLock(() -> update("gracePeriod: \"PT5M\""));
            Future<Answer> activated = locked.sendAndAwaitLock(
                    () -> policies.activate(Map.of("scoringPolicyKey", "km", "versionNumber", 2)));
            locked.release();
            assertThat(updated.get()).isEqualTo(Map.of("version", 2));
            assertThat(activated.get().at("code")).isEqualTo("LEADERBOARD_NOT_SUITABLE");
        }
    }
}
