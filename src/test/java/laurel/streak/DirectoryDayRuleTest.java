package laurel.streak;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.LaurelTest;
import laurel.TickingClock;
import laurel.activity.ActivityClient;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Day rules whose groups have the time zones of the group directory. */
@LaurelTest(at = "2025-07-13T16:00:00Z")
class DirectoryDayRuleTest {
    private static final String RULE = "dayRule: {kind: GROUP, timeZoneAttribute: \"campus\"}";

    @Inject
    LaurelServer server;

    @Inject
    TickingClock clock;

    private StreakClient streaks;
    private ActivityClient activity;

    @BeforeEach
    void start() {
        streaks = new StreakClient(server);
        activity = new ActivityClient(server.client());
    }

    private Answer group(String mutation, String fields) {
        return server.client()
                .ask("mutation { " + mutation + "(input: {attribute: \"campus\", " + fields
                        + "}) { errors { code path message } } }")
                .node("data", mutation);
    }

    private void seen(String id, String participant, String campus, String at) {
        Map<String, Object> event = ActivityClient.event(id, "seen", participant, at);
        event.put("actor", Map.of("externalId", participant, "group", Map.of("campus", campus)));
        activity.recordAll(List.of(event));
    }

    /** In Tokyo it is 14 July from 15:00 UTC; the streak of a participant there ends a day earlier than in Oslo. */
    @Test
    void endsStreakByDayOfParticipantsOwnGroup() {
        group("createGroup", "value: \"tokyo\", timeZone: \"Asia/Tokyo\"");
        group("createGroup", "value: \"oslo\", timeZone: \"Europe/Oslo\"");
        assertThat(streaks.create("key: \"daily\", " + RULE).text("key")).isEqualTo("daily");
        seen("e1", "ken", "tokyo", "2025-07-12T14:59:59Z");
        seen("e2", "ken", "tokyo", "2025-07-12T15:00:00Z");
        seen("e3", "eva", "oslo", "2025-07-12T14:59:59Z");
        assertThat(streaks.streak("ken", "daily").at("currentLength")).isEqualTo(2);
        assertThat(streaks.streak("ken", "daily").at("lastActiveDate")).isEqualTo("2025-07-13");
        assertThat(streaks.streak("eva", "daily").at("lastActiveDate")).isEqualTo("2025-07-12");
        clock.set(Instant.parse("2025-07-14T15:00:00Z"));
        assertThat(streaks.streak("ken", "daily").at("currentLength")).isEqualTo(0);
        clock.set(Instant.parse("2025-07-13T21:59:59Z"));
        assertThat(streaks.streak("eva", "daily").at("currentLength")).isEqualTo(1);
        clock.set(Instant.parse("2025-07-13T22:00:00Z"));
        assertThat(streaks.streak("eva", "daily").at("currentLength")).isEqualTo(0);
    }

    /** In Los Angeles, 14 July starts at 07:00 UTC. */
    @Test
    void endsStreakByDayOfGroupThatEventsReport() {
        group("createGroup", "value: \"la\", timeZone: \"America/Los_Angeles\"");
        streaks.create("key: \"daily\", " + RULE).text("key");
        Map<String, Object> event = ActivityClient.event("e1", "seen", "ann", "2025-07-14T03:00:00Z");
        event.put("group", Map.of("campus", "la"));
        clock.set(Instant.parse("2025-07-14T03:30:00Z"));
        activity.recordAll(List.of(event));
        assertThat(streaks.streak("ann", "daily").at("lastActiveDate")).isEqualTo("2025-07-13");
        assertThat(streaks.streak("ann", "daily").at("activeToday")).isEqualTo(true);
        clock.set(Instant.parse("2025-07-15T01:00:00Z"));
        assertThat(streaks.streak("ann", "daily").at("activeToday")).isEqualTo(false);
        assertThat(streaks.streak("ann", "daily").at("currentLength")).isEqualTo(1);
        clock.set(Instant.parse("2025-07-15T07:00:00Z"));
        assertThat(streaks.streak("ann", "daily").at("currentLength")).isEqualTo(0);
    }

    @Test
    void rejectsTimeZoneOfGroupWithCountedActivity() {
        group("createGroup", "value: \"tokyo\", timeZone: \"Asia/Tokyo\"");
        seen("e0", "ken", "tokyo", "2025-07-12T10:00:00Z");
        streaks.create("key: \"daily\", " + RULE).text("key");
        assertThat(group("updateGroup", "value: \"tokyo\", timeZone: \"Asia/Seoul\"")
                        .at("errors"))
                .as("no day rule has counted the event")
                .isEqualTo(List.of());
        seen("e1", "ken", "tokyo", "2025-07-12T10:00:00Z");
        Answer rejected = group("updateGroup", "value: \"tokyo\", timeZone: \"Asia/Tokyo\"");
        assertThat(rejected.at("errors", 0, "code")).isEqualTo("GROUP_HAS_SCORES");
        assertThat(rejected.at("errors", 0, "path")).isEqualTo(List.of("input", "timeZone"));
        assertThat(group("updateGroup", "value: \"tokyo\", name: \"Tokyo\"").at("errors"))
                .isEqualTo(List.of());
    }

    @Test
    void keepsGroupWithCountedActivity() {
        group("createGroup", "value: \"tokyo\", timeZone: \"Asia/Tokyo\"");
        streaks.create("key: \"daily\", " + RULE).text("key");
        seen("e1", "ken", "tokyo", "2025-07-12T10:00:00Z");
        server.client()
                .ask(
                        "mutation { updateParticipant(input: {participant: {external: {externalId: \"ken\"}}, group: {}}) {"
                                + " errors { code } } }");
        assertThat(group("deleteGroup", "value: \"tokyo\"").at("errors", 0, "code"))
                .as("its next use would have another time zone")
                .isEqualTo("GROUP_HAS_SCORES");
    }

    /** Events name a campus that the directory does not have; later it cannot get a time zone. */
    @Test
    void rejectsTimeZoneOfGroupThatOnlyEventsName() {
        streaks.create("key: \"daily\", " + RULE).text("key");
        Map<String, Object> event = ActivityClient.event("e1", "dm.sent", "ken", "eva", "2025-07-12T10:00:00Z");
        event.put("group", Map.of("campus", "tokyo"));
        event.put("peerGroup", Map.of("campus", "oslo"));
        activity.recordAll(List.of(event));
        for (String campus : List.of("tokyo", "oslo")) {
            assertThat(group("createGroup", "value: \"" + campus + "\", timeZone: \"Asia/Tokyo\"")
                            .at("errors", 0, "code"))
                    .isEqualTo("GROUP_HAS_SCORES");
            assertThat(group("createGroup", "value: \"" + campus + "\"").at("errors"))
                    .isEqualTo(List.of());
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            kind: EVENT, timeZoneAttribute: "campus"                      | FIELD_NOT_ALLOWED
            kind: GROUP, timeZoneAttribute: "a campus"                    | INVALID_GROUP_ATTRIBUTE
            kind: GROUP, timeZoneAttribute: "campus", groupTimeZones: [{group: {campus: "x"}, timeZone: "UTC"}] | FIELD_NOT_ALLOWED
            """)
    void rejectsInvalidAttribute(String rule, String code) {
        Answer error = streaks.create("key: \"daily\", dayRule: {" + rule + "}");
        assertThat(error.at("code")).isEqualTo(code);
        assertThat(error.at("path")).isEqualTo(List.of("input", "dayRule", "timeZoneAttribute"));
    }

    @Test
    void returnsAttribute() {
        streaks.create("key: \"daily\", " + RULE).text("key");
        String rule = "{ kind timeZone groupTimeZones { timeZone } timeZoneAttribute }";
        assertThat(server.client()
                        .ask("{ streak(key: \"daily\") { dayRule " + rule + " } }")
                        .at("data", "streak", "dayRule"))
                .isEqualTo(Map.of(
                        "kind",
                        "GROUP",
                        "timeZone",
                        "UTC",
                        "groupTimeZones",
                        List.of(),
                        "timeZoneAttribute",
                        "campus"));
    }
}
