package laurel.scoring;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import laurel.GraphQLClient.Answer;
import laurel.JobClient;
import laurel.LaurelServer;
import laurel.LaurelTest;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The score of a day stays in the group in which it was counted. Later corrections go there even after the participant moved. */
@LaurelTest(at = "2025-07-16T12:00:00Z")
class GroupMoveTest {
    private static final LocalDate MONDAY = LocalDate.parse("2025-07-14");
    private static final LocalDate TUESDAY = LocalDate.parse("2025-07-15");

    @Inject
    LaurelServer server;

    private CampusClient campuses;

    @BeforeEach
    void start() {
        campuses = new CampusClient(server.client());
        campuses.createLeaderboardAndPolicy();
    }

    /** Records two events on Monday in one group, and one on Tuesday in another. */
    private void recordMove(String from, String to) {
        campuses.record("ann", from, MONDAY, 9);
        campuses.record("ann", from, MONDAY, 10);
        campuses.record("ann", to, TUESDAY, 12);
    }

    @Test
    void addsLateEventToGroupOfItsDay() {
        recordMove("east", "west");

        campuses.record("ann", "east", MONDAY, 11);

        assertThat(campuses.scores("DAILY", "east", MONDAY)).isEqualTo(Map.of("ann", "3"));
        assertThat(campuses.scores("DAILY", "west", MONDAY)).isEmpty();
        assertThat(campuses.scores("DAILY", "west", TUESDAY)).isEqualTo(Map.of("ann", "1"));
        assertThat(campuses.scores("WEEKLY", "east", MONDAY)).isEqualTo(Map.of("ann", "3"));
        assertThat(campuses.scores("WEEKLY", "west", MONDAY)).isEqualTo(Map.of("ann", "1"));
        assertThat(campuses.scores("WEEKLY", null, MONDAY)).isEqualTo(Map.of("ann", "4"));
    }

    @Test
    void subtractsMutedBurstFromGroupOfItsDay() {
        campuses.record("ann", "east", MONDAY, 9);
        Instant burst = CampusClient.at("east", MONDAY, 15);
        List<Map<String, Object>> events = IntStream.range(0, 54)
                .mapToObj(n -> campuses.event("b" + n, "ann", "east", burst.plusSeconds(n / 6)))
                .toList();
        campuses.activity().recordAll(events.subList(0, 50));
        campuses.record("ann", "west", TUESDAY, 12);
        assertThat(campuses.scores("DAILY", "east", MONDAY)).isEqualTo(Map.of("ann", "51"));

        campuses.activity().recordAll(events.subList(50, 54));

        assertThat(campuses.scores("DAILY", "east", MONDAY)).isEqualTo(Map.of("ann", "1"));
        assertThat(campuses.scores("WEEKLY", "east", MONDAY)).isEqualTo(Map.of("ann", "1"));
        assertThat(campuses.scores("WEEKLY", "west", MONDAY)).isEqualTo(Map.of("ann", "1"));
        assertThat(campuses.scores("DAILY", "west", MONDAY)).isEmpty();
    }

    @Test
    void keepsParticipantInNewGroupIfWindowIsShared() {
        recordMove("east", "west");

        campuses.record("ann", "east", MONDAY, 11);

        assertThat(campuses.scores("ALL_TIME", "west", MONDAY)).isEqualTo(Map.of("ann", "4"));
        assertThat(campuses.scores("ALL_TIME", "east", MONDAY)).isEmpty();
    }

    @Test
    void addsLateEventToGroupOfSameTimeZone() {
        recordMove("north", "south");

        campuses.record("ann", "north", MONDAY, 11);

        assertThat(campuses.scores("DAILY", "north", MONDAY)).isEqualTo(Map.of("ann", "3"));
        assertThat(campuses.scores("DAILY", "south", MONDAY)).isEmpty();
        assertThat(campuses.scores("WEEKLY", "south", MONDAY)).isEqualTo(Map.of("ann", "4"));
        assertThat(campuses.scores("WEEKLY", "north", MONDAY)).isEmpty();
    }

    @Test
    void backfillsWindowWithGroupsOfEntries() {
        recordMove("north", "south");
        campuses.record("ann", "north", MONDAY, 11);
        Answer updated = server.client()
                .ask("mutation { updateLeaderboard(input: {leaderboardKey: \"board\", expectedVersion: 1,"
                        + " windowDefinitions: [{kind: DAILY},"
                        + " {kind: WEEKLY}, {kind: MONTHLY}, {kind: ALL_TIME}]}) { leaderboard { version }"
                        + " errors { message } } }");
        assertThat(updated.at("data", "updateLeaderboard", "leaderboard", "version"))
                .isEqualTo(2);

        new JobClient(server)
                .result("backfillWindows", Map.of("leaderboardKey", "board", "windowDefinitionKey", "monthly"));

        assertThat(campuses.scores("MONTHLY", "south", MONDAY)).isEqualTo(Map.of("ann", "4"));
        assertThat(campuses.scores("MONTHLY", "north", MONDAY)).isEmpty();
    }

    /** The later of the participant's own group and of that of its latest event counts. */
    @Test
    void countsInLaterOfOwnGroupAndGroupOfEvent() {
        campuses.record("ann", "north", MONDAY, 9);
        own("south");
        campuses.record("ann", null, TUESDAY, 12);
        assertThat(campuses.scores("DAILY", "north", MONDAY)).isEqualTo(Map.of("ann", "1"));
        assertThat(campuses.scores("DAILY", "south", TUESDAY)).isEqualTo(Map.of("ann", "1"));
        assertThat(campuses.scores("WEEKLY", "south", MONDAY)).isEqualTo(Map.of("ann", "2"));
        assertThat(groupOfLatestEvent()).isEqualTo(Map.of("campus", "south"));
    }

    private void own(String campus) {
        server.client()
                .ask(
                        "mutation { updateParticipant(input: {participant: {external: {externalId: \"ann\"}}, group: {campus: \""
                                + campus + "\"}}) { participant { id } errors { code } } }")
                .text("data", "updateParticipant", "participant", "id");
    }

    private @Nullable Object groupOfLatestEvent() {
        return server.client()
                .ask(
                        "{ participant(ref: {external: {externalId: \"ann\"}}) { activityEvents(first: 1) { nodes { group } } } }")
                .at("data", "participant", "activityEvents", "nodes", 0, "group");
    }

    @Test
    void movesDayOutOfUnknownGroupOnceGroupIsKnown() {
        campuses.record("ann", null, MONDAY, 9);
        assertThat(campuses.scores("DAILY", "unknown", MONDAY)).isEqualTo(Map.of("ann", "1"));

        campuses.record("ann", "north", MONDAY, 10);

        assertThat(campuses.scores("DAILY", "north", MONDAY)).isEqualTo(Map.of("ann", "2"));
        assertThat(campuses.scores("DAILY", "unknown", MONDAY)).isEmpty();
    }
}
