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
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The score of a day stays with the group that has it: corrections follow it there, though the participant has moved. */
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
        campuses.define();
    }

    /** Twice on Monday in one group, once on Tuesday in another. */
    private void moves(String from, String to) {
        campuses.seen("ann", from, MONDAY, 9);
        campuses.seen("ann", from, MONDAY, 10);
        campuses.seen("ann", to, TUESDAY, 12);
    }

    @Test
    void addsLateEventsToTheGroupThatHasTheDay() {
        moves("east", "west");

        campuses.seen("ann", "east", MONDAY, 11);

        assertThat(campuses.stands("DAILY", "east", MONDAY)).isEqualTo(Map.of("ann", "3"));
        assertThat(campuses.stands("DAILY", "west", MONDAY)).isEmpty();
        assertThat(campuses.stands("DAILY", "west", TUESDAY)).isEqualTo(Map.of("ann", "1"));
        assertThat(campuses.stands("WEEKLY", "east", MONDAY)).isEqualTo(Map.of("ann", "3"));
        assertThat(campuses.stands("WEEKLY", "west", MONDAY)).isEqualTo(Map.of("ann", "1"));
        assertThat(campuses.stands("WEEKLY", null, MONDAY)).isEqualTo(Map.of("ann", "4"));
    }

    @Test
    void takesBackFromTheGroupThatHasTheDay() {
        campuses.seen("ann", "east", MONDAY, 9);
        Instant burst = CampusClient.at("east", MONDAY, 15);
        List<Map<String, Object>> events = IntStream.range(0, 66)
                .mapToObj(n -> CampusClient.event("b" + n, "ann", "east", burst.plusSeconds(n / 6)))
                .toList();
        campuses.activity().accepted(events.subList(0, 60));
        campuses.seen("ann", "west", TUESDAY, 12);
        assertThat(campuses.stands("DAILY", "east", MONDAY)).isEqualTo(Map.of("ann", "61"));

        campuses.activity().accepted(events.subList(60, 66));

        assertThat(campuses.stands("DAILY", "east", MONDAY)).isEqualTo(Map.of("ann", "1"));
        assertThat(campuses.stands("WEEKLY", "east", MONDAY)).isEqualTo(Map.of("ann", "1"));
        assertThat(campuses.stands("WEEKLY", "west", MONDAY)).isEqualTo(Map.of("ann", "1"));
        assertThat(campuses.stands("DAILY", "west", MONDAY)).isEmpty();
    }

    @Test
    void leavesParticipantsInTheirNewGroupWhereWindowsAreShared() {
        moves("east", "west");

        campuses.seen("ann", "east", MONDAY, 11);

        assertThat(campuses.stands("ALL_TIME", "west", MONDAY)).isEqualTo(Map.of("ann", "4"));
        assertThat(campuses.stands("ALL_TIME", "east", MONDAY)).isEmpty();
    }

    @Test
    void correctsDaysOfAGroupOfTheSameZone() {
        moves("north", "south");

        campuses.seen("ann", "north", MONDAY, 11);

        assertThat(campuses.stands("DAILY", "north", MONDAY)).isEqualTo(Map.of("ann", "3"));
        assertThat(campuses.stands("DAILY", "south", MONDAY)).isEmpty();
        assertThat(campuses.stands("WEEKLY", "south", MONDAY)).isEqualTo(Map.of("ann", "4"));
        assertThat(campuses.stands("WEEKLY", "north", MONDAY)).isEmpty();
    }

    @Test
    void derivesFromTheLedgerWhatStands() {
        moves("north", "south");
        campuses.seen("ann", "north", MONDAY, 11);
        Answer updated = server.client()
                .ask("mutation { updateLeaderboard(input: {leaderboardKey: \"board\", expectedVersion: 1,"
                        + " windowDefinitions: [{kind: DAILY},"
                        + " {kind: WEEKLY}, {kind: MONTHLY}, {kind: ALL_TIME}]}) { leaderboard { version }"
                        + " errors { message } } }");
        assertThat(updated.at("data", "updateLeaderboard", "leaderboard", "version"))
                .isEqualTo(2);

        new JobClient(server)
                .result("backfillWindows", Map.of("leaderboardKey", "board", "windowDefinitionKey", "monthly"));

        assertThat(campuses.stands("MONTHLY", "south", MONDAY)).isEqualTo(Map.of("ann", "4"));
        assertThat(campuses.stands("MONTHLY", "north", MONDAY)).isEmpty();
    }

    @Test
    void movesTheDayOnceItIsKnownWhereAParticipantBelongs() {
        campuses.seen("ann", null, MONDAY, 9);
        assertThat(campuses.stands("DAILY", "unknown", MONDAY)).isEqualTo(Map.of("ann", "1"));

        campuses.seen("ann", "north", MONDAY, 10);

        assertThat(campuses.stands("DAILY", "north", MONDAY)).isEqualTo(Map.of("ann", "2"));
        assertThat(campuses.stands("DAILY", "unknown", MONDAY)).isEmpty();
    }
}
