package laurel.group;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.LaurelTest;
import laurel.TickingClock;
import laurel.database.Statements;
import laurel.database.sql.Sql;
import laurel.score.DirectScoreClient;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Leaderboards whose groups have the time zones of the group directory. */
@LaurelTest(at = "2025-07-13T16:00:00Z")
class GroupTimeZoneGraphQLTest {
    private static final Map<String, String> TOKYO = Map.of("campus", "tokyo");
    private static final Map<String, String> OSLO = Map.of("campus", "oslo");
    private static final String DAYS = "windowDefinitions: [{kind: DAILY}, {kind: ALL_TIME}]";
    /** One time zone has 60 windows at the same time. */
    private static final String ROLLING =
            "windowDefinitions: [{kind: CUSTOM, key: \"rolling\", interval: \"P1D\", length: \"P60D\"}]";

    @Inject
    LaurelServer server;

    @Inject
    TickingClock clock;

    private CampusDirectory campuses;
    private DirectScoreClient scores;

    @BeforeEach
    void start() {
        campuses = new CampusDirectory(server.client());
        scores = new DirectScoreClient(server, clock);
    }

    private List<String> submit(String board, String participant, Map<String, String> group) {
        return scores.describe(scores.submit(board, participant, 5, group));
    }

    @Test
    void ranksGroupInWindowsOfItsTimeZone() {
        campuses.create("tokyo", "Asia/Tokyo");
        assertThat(campuses.createLeaderboard("days", DAYS).at("leaderboard", "timeZoneAttribute"))
                .isEqualTo("campus");
        assertThat(submit("days", "ken", TOKYO))
                .containsExactly(
                        "2025-07-13 UTC [] null->5 #null->#1",
                        "2025-07-14 Asia/Tokyo [tokyo] null->5 #null->#1",
                        "ALL-TIME UTC [] null->5 #null->#1",
                        "ALL-TIME UTC [tokyo] null->5 #null->#1");
        assertThat(submit("days", "eva", OSLO)).contains("2025-07-13 UTC [oslo] null->5 #null->#1");
        // Without scores, a group can get a time zone at any time.
        campuses.create("auckland", "Pacific/Auckland");
        assertThat(submit("days", "kiri", Map.of("campus", "auckland")))
                .contains("2025-07-14 Pacific/Auckland [auckland] null->5 #null->#1");
    }

    @Test
    void ranksByGroupOverrideFirst() {
        campuses.create("tokyo", "Asia/Tokyo");
        campuses.createLeaderboard(
                "days", DAYS + ", groupOverrides: [{group: {campus: \"tokyo\"}, timeZone: \"Europe/Oslo\"}]");
        assertThat(submit("days", "ken", TOKYO)).contains("2025-07-13 Europe/Oslo [tokyo] null->5 #null->#1");
    }

    /** The clocks of Oslo change on 26 October: the day has 25 hours. */
    @Test
    void hasDayOf25HoursWhenClocksChange() {
        clock.set(Instant.parse("2025-10-26T12:00:00Z"));
        campuses.create("oslo", "Europe/Oslo");
        campuses.createLeaderboard("days", DAYS);
        submit("days", "eva", OSLO);
        Answer window = server.client()
                .ask(
                        "{ leaderboard(key: \"days\") { window(group: {campus: \"oslo\"}) { timeZone startsAt endsAt } } }")
                .node("data", "leaderboard", "window");
        assertThat(window.at("timeZone")).isEqualTo("Europe/Oslo");
        assertThat(window.at("startsAt")).isEqualTo("2025-10-25T22:00:00Z");
        assertThat(window.at("endsAt")).isEqualTo("2025-10-26T23:00:00Z");
    }

    @Test
    void rejectsTimeZoneOfGroupWithScores() {
        campuses.create("tokyo", "Asia/Tokyo");
        campuses.createLeaderboard("days", DAYS);
        submit("days", "ken", TOKYO);
        submit("days", "eva", OSLO);
        for (String fields : List.of("timeZone: \"Europe/Oslo\"", "timeZone: null")) {
            assertThat(CampusDirectory.error(campuses.update("tokyo", fields)))
                    .isEqualTo("GROUP_HAS_SCORES [input, timeZone]");
        }
        assertThat(CampusDirectory.error(campuses.update("oslo", "timeZone: \"Europe/Oslo\"")))
                .isEqualTo("GROUP_HAS_SCORES [input, timeZone]");
        assertThat(campuses.update("tokyo", "name: \"Tokyo\", timeZone: \"Asia/Tokyo\"")
                        .at("group", "name"))
                .isEqualTo("Tokyo");
        server.client().ask("mutation { deleteLeaderboard(input: {leaderboardKey: \"days\"}) { errors { code } } }");
        assertThat(campuses.update("tokyo", "timeZone: \"Europe/Oslo\"").at("group", "timeZone"))
                .isEqualTo("Europe/Oslo");
    }

    @Test
    void acceptsTimeZoneOfGroupWhoseLeaderboardsFollowNone() {
        scores.create("others", "MAX", "[[], [\"campus\"]]", "[{\"kind\": \"ALL_TIME\", \"key\": \"all-time\"}]", "[]");
        submit("others", "ken", TOKYO);
        assertThat(campuses.update("tokyo", "timeZone: \"Asia/Tokyo\"").at("group", "timeZone"))
                .isEqualTo("Asia/Tokyo");
        assertThat(CampusDirectory.error(campuses.update("tokyo", "timeZone: \"Asia/Nowhere\"")))
                .isEqualTo("INVALID_TIME_ZONE [input, timeZone]");
    }

    @Test
    void rejectsMoreWindowsInAllTimeZonesThanAllowed() {
        campuses.createLeaderboard("rolling", ROLLING);
        for (int zone = 0; zone < 30; zone++) {
            // Together with the leaderboard's own 16 time zones, which have 960 windows.
            assertThat(campuses.create("c" + zone, "Etc/GMT-" + zone % 15).at("errors"))
                    .isEqualTo(List.of());
        }
        assertThat(CampusDirectory.error(campuses.create("next", "Asia/Tokyo")))
                .isEqualTo("TOO_MANY_CURRENT_WINDOWS [input, timeZone]");
        assertThat(CampusDirectory.error(campuses.update("c3", "timeZone: \"Asia/Tokyo\"")))
                .as("another group has the former time zone still")
                .isEqualTo("TOO_MANY_CURRENT_WINDOWS [input, timeZone]");
        campuses.update("c18", "timeZone: null");
        assertThat(campuses.update("c3", "timeZone: \"Asia/Tokyo\"").at("errors"))
                .isEqualTo(List.of());
        assertThat(CampusDirectory.error(campuses.createLeaderboard("more", ROLLING.replace("P60D", "P63D"))))
                .isEqualTo("TOO_MANY_CURRENT_WINDOWS [input, timeZoneAttribute]");
    }

    @Test
    void rejectsAttributeThatNoGroupingHas() {
        assertThat(CampusDirectory.error(server.client()
                        .ask("mutation { createLeaderboard(input: {key: \"none\", timeZoneAttribute: \"campus\"}) {"
                                + " errors { code path } } }")
                        .node("data", "createLeaderboard")))
                .isEqualTo("GROUPING_NOT_FOUND [input, timeZoneAttribute]");
        campuses.createLeaderboard("days", DAYS);
        assertThat(CampusDirectory.error(change("groupings: [[]]"))).isEqualTo("GROUPING_NOT_FOUND [input, groupings]");
        assertThat(CampusDirectory.error(change("timeZoneAttribute: \"no attribute\"")))
                .isEqualTo("GROUPING_NOT_FOUND [input, timeZoneAttribute]");
    }

    @Test
    void changesAttributeUntilThereAreScores() {
        campuses.create("tokyo", "Asia/Tokyo");
        campuses.createLeaderboard("days", DAYS);
        assertThat(change("timeZoneAttribute: null").at("leaderboard", "timeZoneAttribute"))
                .isNull();
        assertThat(change("timeZoneAttribute: \"campus\"").at("leaderboard", "timeZoneAttribute"))
                .isEqualTo("campus");
        assertThat(submit("days", "ken", TOKYO)).contains("2025-07-14 Asia/Tokyo [tokyo] null->5 #null->#1");
        assertThat(CampusDirectory.error(change("timeZoneAttribute: null")))
                .isEqualTo("LEADERBOARD_HAS_SCORES [input, timeZoneAttribute]");
    }

    /** A group gets an order until it has scores in the leaderboard; another leaderboard ranks it in its own. */
    @Test
    void listsOrderOfGroupsInLeaderboard() {
        campuses.create("oslo", "Europe/Oslo");
        campuses.create("tokyo", "Asia/Tokyo");
        campuses.createLeaderboard("days", DAYS);
        scores.create("all", "MAX", "[[]]", "[{\"kind\": \"ALL_TIME\", \"key\": \"all-time\"}]", "[]");
        submit("days", "eva", OSLO);
        assertThat(change("groupOverrides: [{group: {campus: \"tokyo\"}, sortOrder: ASCENDING}]")
                        .at("errors"))
                .isEqualTo(List.of());
        assertThat(CampusDirectory.error(change("groupOverrides: [{group: {campus: \"tokyo\"}, sortOrder: ASCENDING},"
                        + " {group: {campus: \"oslo\"}, sortOrder: ASCENDING}]")))
                .isEqualTo("LEADERBOARD_HAS_SCORES [input, groupOverrides]");
        assertThat(orders("days")).containsExactly("oslo DESCENDING", "tokyo ASCENDING");
        assertThat(orders("all")).containsExactly("oslo null", "tokyo null");
        assertThat(orders("no key")).containsExactly("oslo null", "tokyo null");
    }

    private List<String> orders(String leaderboardKey) {
        return server
                .client()
                .ask("{ groups(attribute: \"campus\") { nodes { value sortOrder(leaderboardKey: \"" + leaderboardKey
                        + "\") } } }")
                .list("data", "groups", "nodes")
                .stream()
                .map(group -> group.at("value") + " " + group.at("sortOrder"))
                .toList();
    }

    /** The time zone of a leaderboard's group is read with the leaderboard, outside of a transaction. */
    @Test
    void returnsTimeZoneOfGroupOfLeaderboard() {
        campuses.create("tokyo", "Asia/Tokyo");
        campuses.createLeaderboard("days", DAYS);
        submit("days", "ken", TOKYO);
        assertThat(server.client()
                        .ask(
                                "{ leaderboard(key: \"days\") { ranking(group: {campus: \"tokyo\"}) { group { timeZone } } } }")
                        .at("data", "leaderboard", "ranking", "group", "timeZone"))
                .isEqualTo("Asia/Tokyo");
    }

    /** A node remembers the time zones: a submission reads their version, however many groups there are. */
    @Test
    void submitsWithConstantStatementsToTenThousandGroups() {
        insertCampuses();
        campuses.createLeaderboard("days", DAYS);
        submit("days", "ann", Map.of("campus", "g7"));
        int before = statements("days", "ann", "g7");
        submit("days", "ben", Map.of("campus", "g9011"));
        assertThat(statements("days", "ben", "g9011")).isEqualTo(before);
        assertThat(submit("days", "cid", Map.of("campus", "g9011")))
                .contains("2025-07-13 Etc/GMT+11 [g9011] null->5 #null->#2");
        assertThat(submit("days", "dan", Map.of("campus", "g9999")))
                .contains("2025-07-13 Etc/GMT+3 [g9999] null->5 #null->#1");
    }

    /** The last one is created, which gives the attribute a version. */
    private void insertCampuses() {
        server.database()
                .sql()
                .of("INSERT INTO group_value (app_id, attribute, value, time_zone, created_at)"
                        + " SELECT :app, 'campus', 'g' || n, 'Etc/GMT+' || n % 12, '2025-01-01Z'"
                        + " FROM generate_series(1, 9999) AS n")
                .bind("app", server.appId())
                .execute();
        campuses.create("tokyo", "Asia/Tokyo");
    }

    private int statements(String board, String participant, String campus) {
        try (var statements = Statements.of(server.bean(Sql.class))) {
            scores.submit(board, participant, 6, Map.of("campus", campus));
            return statements.take().size();
        }
    }

    private Answer change(String fields) {
        return server.client()
                .ask("mutation { updateLeaderboard(input: {leaderboardKey: \"days\", " + fields
                        + "}) { leaderboard { timeZoneAttribute } errors { code path } } }")
                .node("data", "updateLeaderboard");
    }
}
