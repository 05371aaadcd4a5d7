package laurel.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.XAddArgs;
import java.io.IOException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The streams of a campus network, as it writes them, from Redis to scores and streaks. */
@Timeout(600)
class SocialStreamsTest {
    private static final String DAY = "2025-07-13";
    private static final String SUMMARY = """
            query ($participant: String!, $day: Date!) { participant(ref: {external: {externalId: $participant}}) {
              streaks { currentLength }
              dayScores(scoringPolicyKey: "social", startDate: $day, endDate: $day) { pillars { terms { source amount } } } } }
            """;
    private static StreamFixture fixture;
    private int sequence;

    @BeforeAll
    static void start() throws IOException {
        fixture = StreamFixture.start(Map.of("laurel.streams.attempts", 1));
    }

    @AfterAll
    static void stop() throws IOException {
        fixture.close();
    }

    @BeforeEach
    void begin() {
        fixture.begin("REPLACE");
        fixture.server
                .client()
                .ask("mutation { installSocialPolicy(input: {}) { scoringPolicy { key } errors { message } } }")
                .text("data", "installSocialPolicy", "scoringPolicy", "key");
    }

    @AfterEach
    void end() {
        fixture.end();
    }

    @Test
    void countsInvitations() {
        add("x:invites.events", "event", "sent", "from", "ada", "to", "bea");
        assertThat(summary("ada")).isEqualTo("{} streak 1");
        assertThat(summary("bea")).isEqualTo("none");
        add("x:invites.events", "event", "accepted", "from", "ada", "to", "bea");
        add("x:invites.events", "event", "declined", "from", "ada", "to", "cleo");
        add("x:invites.events", "event", "cancelled", "from", "dora", "to", "cleo");
        assertThat(summary("ada")).isEqualTo("{invites_accepted=1} streak 1");
        assertThat(summary("bea")).isEqualTo("{uniq_invite_accept_from=1} streak 1");
        assertThat(summary("cleo")).isEqualTo("{} streak 1");
        assertThat(summary("dora")).isEqualTo("{} streak 1");
    }

    @Test
    void countsFriendships() {
        add("x:friendships.events", "event", "accepted", "user_a", "ada", "user_b", "bea");
        add("x:friendships.events", "event", "blocked", "user_a", "cleo", "user_b", "bea");
        add("x:friendships.events", "event", "unblocked", "user_a", "cleo", "user_b", "bea");
        assertThat(summary("ada")).isEqualTo("{friends_new=1} streak 1");
        assertThat(summary("bea")).isEqualTo("{friends_new=1} streak 1");
        assertThat(summary("cleo")).isEqualTo("{} streak 1");
    }

    @Test
    void countsMessages() {
        add("x:chat.events", "event", "msg:new", "convo_id", "7", "from", "ada", "to", "bea");
        add("x:chat.events", "event", "msg:new", "convo_id", "7", "from", "ada", "to", "bea");
        add("x:roomchat.events", "event", "msg:new", "room_id", "9", "user_id", "ada");
        assertThat(summary("ada")).isEqualTo("{dm_sent=2, room_sent=1} streak 1");
        assertThat(summary("bea")).isEqualTo("{uniq_senders=1} streak 1");
    }

    @Test
    void countsRooms() {
        add("x:rooms.events", "event", "created", "room_id", "9", "user_id", "ada");
        add("x:rooms.events", "event", "join", "room_id", "9", "user_id", "bea");
        for (String event : List.of("leave", "mute", "kick", "role")) {
            add("x:rooms.events", "event", event, "room_id", "9", "user_id", event);
            assertThat(summary(event)).isEqualTo("{} streak 1");
        }
        assertThat(summary("ada")).isEqualTo("{rooms_created=1} streak 1");
        assertThat(summary("bea")).isEqualTo("{rooms_joined=1} streak 1");
    }

    @Test
    void countsActivities() {
        add("x:activities.events", "event", "created", "kind", "chess", "a", "cleo");
        add("x:activities.events", "event", "started", "kind", "chess", "a", "ada", "b", "bea");
        assertThat(summary("cleo")).isEqualTo("{} streak 1");
        assertThat(summary("bea")).isEqualTo("{} streak 1");
        add(
                "x:activities.events",
                "event",
                "ended",
                "kind",
                "chess",
                "a",
                "ada",
                "b",
                "bea",
                "meta",
                "{\"winner\": \"bea\"}");
        add(
                "x:activities.events",
                "event",
                "ended",
                "kind",
                "chess",
                "a",
                "ada",
                "b",
                "bea",
                "meta",
                "{\"winner\": null}");
        assertThat(summary("ada")).isEqualTo("{acts_played=2} streak 1");
        assertThat(summary("bea")).isEqualTo("{acts_played=2, acts_won=1} streak 1");
    }

    @Test
    void countsHeartbeatsAsActivity() {
        add("x:presence.heartbeats", "user_id", "ada");
        assertThat(summary("ada")).isEqualTo("{} streak 1");
    }

    @Test
    void ignoresUnknownEventsAndKeepsEntriesWithoutUserAsDeadLetters() {
        add("x:rooms.events", "event", "renamed", "room_id", "9", "user_id", "ada");
        assertThat(summary("ada")).isEqualTo("none");
        assertThat(fixture.deadLetters()).isEmpty();
        add("x:activities.events", "event", "ended", "kind", "chess", "a", "ada", "meta", "winner: ada");
        add("x:presence.heartbeats", "user", "ada");
        assertThat(fixture.deadLetters())
                .extracting(one -> one.text("reason"))
                .containsExactlyInAnyOrder("meta is not a JSON object", "The entry has no {user_id}");
        assertThat(fixture.redis.pending("x:rooms.events")).isZero();
    }

    @Test
    void submitsScoresOfEntityTypesInGroups() {
        fixture.server
                .client()
                .ask("mutation { createLeaderboard(input: {key: \"teams\", entityTypes: [\"TEAM\"],"
                        + " groupings: [[], [\"campus\"]],"
                        + " windowDefinitions: [{kind: ALL_TIME}]}) { leaderboard { id } errors { message } } }")
                .text("data", "createLeaderboard", "leaderboard", "id");
        fixture.score(Map.of(
                "leaderboard",
                "teams",
                "participant",
                "t1",
                "entityType",
                "TEAM",
                "score",
                "4",
                "group",
                "{\"campus\": \"north\"}"));
        fixture.score(Map.of(
                "leaderboard",
                "teams",
                "participant",
                "t2",
                "entityType",
                "TEAM",
                "score",
                "7",
                "group",
                "{\"campus\": \"south\"}"));
        fixture.consume();
        assertThat(fixture.deadLetters()).isEmpty();
        assertThat(fixture.standings("teams")).containsExactly("t2 7", "t1 4");
        assertThat(fixture.server
                        .client()
                        .ask("{ leaderboard(key: \"teams\") { window(select: {relative: {definitionKey: \"all-time\"}},"
                                + " group: {campus: \"north\"}) { ranking(group: {campus: \"north\"}) { standings { edges { node {"
                                + " participant { externalId entityType } } } } } } } }")
                        .node(
                                "data",
                                "leaderboard",
                                "window",
                                "ranking",
                                "standings",
                                "edges",
                                0,
                                "node",
                                "participant"))
                .isEqualTo(new laurel.GraphQLClient.Answer(Map.of("externalId", "t1", "entityType", "TEAM")));
    }

    /** Adds an entry without a time of its own: its ID has the time. Reads it. */
    private void add(String stream, String... fields) {
        Map<String, String> entry = new HashMap<>();
        for (int n = 0; n < fields.length; n += 2) {
            entry.put(fields[n], fields[n + 1]);
        }
        Instant added = Instant.parse(DAY + "T12:00:00Z").plusSeconds(sequence++);
        fixture.commands.xadd(stream, XAddArgs.Builder.minId("0").id(added.toEpochMilli() + "-0"), entry);
        fixture.consume();
    }

    /** The participant's counters of the day other than zero, and its streak. */
    private String summary(String participant) {
        var found = fixture.server
                .client()
                .ask(SUMMARY, Map.of("participant", participant, "day", DAY))
                .node("data", "participant");
        if (found.json() == null) {
            return "none";
        }
        Map<String, String> counters = new TreeMap<>();
        found.list("dayScores", 0, "pillars").forEach(pillar -> pillar.list("terms").stream()
                .filter(term ->
                        !term.text("amount").equals("0") && term.text("source").contains("_"))
                .forEach(term -> counters.put(term.text("source"), term.text("amount"))));
        return counters + " streak " + found.at("streaks", 0, "currentLength");
    }
}
