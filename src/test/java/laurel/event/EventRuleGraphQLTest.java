package laurel.event;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.LaurelTest;
import laurel.TickingClock;
import laurel.database.ClockDrift;
import laurel.database.WrongClock;
import laurel.database.sql.Sql;
import laurel.score.ScoreClient;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which entries and ranks a leaderboard publishes. */
@LaurelTest(at = "2025-07-13T12:00:00Z")
class EventRuleGraphQLTest {
    private static final String EVERYTHING = "{entryAdded: ALL, rankChanged: true}";
    private static final String RULES =
            " eventRules { windowKinds entryAdded entryAddedTopCount rankChanged rankChangedTopCount } ";

    @Inject
    LaurelServer server;

    @Inject
    TickingClock clock;

    private EventClient events;
    private ScoreClient scores;

    @BeforeEach
    void start() {
        events = new EventClient(server.client());
        scores = new ScoreClient(server.client());
    }

    private void submit(String participant, int score) {
        clock.advance(Duration.ofSeconds(1));
        assertThat(scores.submit(ScoreClient.score("board", participant, score)).at("status"))
                .isEqualTo("COUNTED");
    }

    private void remove(String submission) {
        Answer answer = server.client()
                .ask("mutation { removeSubmission(input: {submissionId: \"" + submission
                        + "\"}) { errors { code } } }");
        assertThat(answer.list("data", "removeSubmission", "errors")).isEmpty();
    }

    @Test
    void publishesNothingByDefault() {
        events.create("board", "", "");
        submit("ann", 5);
        submit("bob", 9);
        assertThat(events.lines()).isEmpty();
        assertThat(server.client()
                        .ask("{ leaderboard(key: \"board\") {" + RULES + "} }")
                        .list("data", "leaderboard", "eventRules"))
                .isEmpty();
    }

    @Test
    void publishesOwnChangesAndThoseOfPassedParticipants() {
        events.create("board", EVERYTHING, "");
        submit("ann", 5);
        submit("bob", 9);
        submit("ann", 7);
        submit("ann", 9);
        submit("cid", 1);
        assertThat(events.lines())
                .containsExactly(
                        "ENTRY_ADDED ALL_TIME null ann 1 5",
                        "ENTRY_ADDED ALL_TIME null bob 1 9",
                        "RANK_CHANGED ALL_TIME null ann 1->2 5->5",
                        "RANK_CHANGED ALL_TIME null ann 2->1 7->9",
                        "ENTRY_ADDED ALL_TIME null cid 3 1");
        assertThat(events.events().stream().map(event -> Long.parseLong(event.text("sequence"))))
                .isSorted()
                .doesNotHaveDuplicates();
    }

    @Test
    void comparesRanksBeforeAndAfterWholeBatch() {
        events.create("board", EVERYTHING, "");
        scores.submitAll(List.of(ScoreClient.score("board", "ann", 5), ScoreClient.score("board", "bob", 4)));
        scores.submitAll(List.of(
                ScoreClient.score("board", "bob", 6),
                ScoreClient.score("board", "ann", 8),
                ScoreClient.score("board", "cid", 7)));
        assertThat(events.lines())
                .containsExactly(
                        "ENTRY_ADDED ALL_TIME null ann 1 5",
                        "ENTRY_ADDED ALL_TIME null bob 2 4",
                        "ENTRY_ADDED ALL_TIME null cid 2 7",
                        "RANK_CHANGED ALL_TIME null bob 2->3 4->6");
    }

    @Test
    void publishesRemovalAndMoveToAnotherGroup() {
        events.create("board", EVERYTHING, ", groupings: [[\"team\"]]");
        String removed = grouped("ann", 9, "red").text("submission", "id");
        grouped("bob", 5, "red");
        grouped("cid", 3, "red");
        grouped("cid", 3, "blue");
        remove(removed);
        assertThat(events.lines().subList(3, 7))
                .containsExactly(
                        "RANK_CHANGED ALL_TIME red cid 3->null 3->null",
                        "ENTRY_ADDED ALL_TIME blue cid 1 3",
                        "RANK_CHANGED ALL_TIME red bob 2->1 5->5",
                        "RANK_CHANGED ALL_TIME red ann 1->null 9->null");
    }

    private Answer grouped(String participant, int score, String team) {
        clock.advance(Duration.ofSeconds(1));
        return scores.submit(
                ScoreClient.with(ScoreClient.score("board", participant, score), "group", Map.of("team", team)));
    }

    /** The first ranks of the participants are 1, 2, 3 and 1. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {entryAdded: TOP, entryAddedTopCount: 2} | a, b, d
            {entryAdded: ALL} | a, b, c, d
            {rankChanged: true, rankChangedTopCount: 2} | a, b
            {rankChanged: true, rankChangedTopCount: 1} | a
            {rankChanged: true, rankChangedTopCount: 0} | ''
            {windowKinds: [DAILY], entryAdded: ALL} | ''
            {windowKinds: [DAILY], entryAdded: ALL}, {entryAdded: TOP, entryAddedTopCount: 1} | a, d
            {entryAdded: ALL}, {windowKinds: [ALL_TIME], entryAdded: TOP, entryAddedTopCount: 1} | a, d
            """)
    void followsRules(String rules, String participants) {
        events.create("board", rules, "");
        submit("a", 7);
        submit("b", 6);
        submit("c", 5);
        submit("d", 9);
        assertThat(events.events().stream().map(event -> event.text("participant", "externalId")))
                .containsExactlyElementsOf(participants.isEmpty() ? List.of() : List.of(participants.split(", ")));
    }

    @Test
    void changedRulesApplyToLaterChanges() {
        events.create("board", EVERYTHING, "");
        submit("ann", 5);
        Answer updated = server.client()
                .ask(
                        "mutation { updateLeaderboard(input: {leaderboardKey: \"board\", eventRules: [{windowKinds: [ALL_TIME]}]})"
                                + " { leaderboard { version" + RULES + "} errors { code } } }")
                .node("data", "updateLeaderboard", "leaderboard");
        assertThat(updated.list("eventRules").getFirst().json())
                .isEqualTo(Map.of(
                        "windowKinds",
                        List.of("ALL_TIME"),
                        "entryAdded",
                        "NONE",
                        "entryAddedTopCount",
                        100,
                        "rankChanged",
                        false,
                        "rankChangedTopCount",
                        100));
        submit("bob", 5);
        assertThat(events.lines()).containsExactly("ENTRY_ADDED ALL_TIME null ann 1 5");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {windowKinds: []} | LIST_EMPTY | [eventRules, 0, windowKinds]
            {}, {} | DUPLICATE_ITEM | [eventRules, 1, windowKinds]
            {windowKinds: [DAILY]}, {windowKinds: [WEEKLY, DAILY]} | DUPLICATE_ITEM | [eventRules, 1, windowKinds]
            {entryAddedTopCount: 0} | NUMBER_OUT_OF_RANGE | [eventRules, 0, entryAddedTopCount]
            {entryAddedTopCount: 1001} | NUMBER_OUT_OF_RANGE | [eventRules, 0, entryAddedTopCount]
            {rankChangedTopCount: -1} | NUMBER_OUT_OF_RANGE | [eventRules, 0, rankChangedTopCount]
            {rankChangedTopCount: 1001} | NUMBER_OUT_OF_RANGE | [eventRules, 0, rankChangedTopCount]
            {}, {}, {}, {}, {}, {}, {}, {}, {} | LIST_TOO_LONG | [eventRules]
            """)
    void rejectsInvalidRules(String rules, String code, String path) {
        Answer error = server.client()
                .ask("mutation { createLeaderboard(input: {key: \"bad\", eventRules: [" + rules
                        + "]}) { errors { code path } } }")
                .node("data", "createLeaderboard", "errors", 0);
        assertThat(error.at("code")).isEqualTo(code);
        assertThat(error.at("path")).hasToString("[input, " + path.substring(1));
    }

    @Test
    void keepsEventsOfDeletedLeaderboards() {
        events.create("board", EVERYTHING, ", groupings: [[\"team\"]]");
        grouped("ann", 5, "red");
        server.client().ask("mutation { deleteLeaderboard(input: {leaderboardKey: \"board\"}) { errors { code } } }");
        Answer event = events.events().getFirst();
        assertThat(event.at("window")).isNull();
        assertThat(event.at("group")).isNull();
        assertThat(event.at("score")).isNull();
        assertThat(event.at("rank")).isEqualTo(1);
        assertThat(event.text("participant", "externalId")).isEqualTo("ann");
    }

    @Test
    void deletesEventsAfterTheirRetention() {
        events.create("board", EVERYTHING, "");
        submit("ann", 5);
        clock.advance(Duration.ofDays(4));
        submit("bob", 5);
        var sweeper = server.bean(EventSweeper.class);
        sweeper.sweep(clock.instant().plus(Duration.ofDays(3)).minusSeconds(1));
        assertThat(events.lines()).hasSize(2);
        sweeper.sweep(clock.instant().plus(Duration.ofDays(3)).plusSeconds(1));
        assertThat(events.lines()).containsExactly("ENTRY_ADDED ALL_TIME null bob 1 5");
    }

    @Test
    void deletesNoEventsIfTheClockIsWrong() {
        events.create("board", EVERYTHING, "");
        submit("ann", 5);
        clock.advance(Duration.ofDays(8));
        sweeper(WrongClock.of(server.bean(Sql.class))).run();
        assertThat(events.lines()).hasSize(1);
        sweeper(server.bean(ClockDrift.class)).run();
        assertThat(events.lines()).isEmpty();
    }

    private EventSweeper sweeper(ClockDrift drift) {
        return new EventSweeper(server.bean(EventRepository.class), clock, drift, Duration.ofDays(7));
    }

    @Test
    void readsOnlyTheTopOfLargeRankings() {
        events.create("board", "{rankChanged: true, rankChangedTopCount: 3}", "");
        scores.submitAll(IntStream.range(0, 200)
                .mapToObj(n -> ScoreClient.score("board", "p" + n, 1000 - n))
                .toList());
        submit("p150", 2000);
        assertThat(events.lines())
                .containsExactly(
                        "RANK_CHANGED ALL_TIME null p150 151->1 850->2000",
                        "RANK_CHANGED ALL_TIME null p0 1->2 1000->1000",
                        "RANK_CHANGED ALL_TIME null p1 2->3 999->999",
                        "RANK_CHANGED ALL_TIME null p2 3->4 998->998");
    }
}
