package laurel.streak;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.stream.Stream;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.database.sql.Sql;
import laurel.participant.ExternalParticipantId;
import laurel.participant.ParticipantInput;
import laurel.participant.Participants;

/** Creates streaks, counts activity, and reads participants' streaks. */
public record StreakClient(LaurelServer server) {
    private static final String STREAK_FIELDS = """
            { streak { key name period eventTypes amnestyDates state version archivedAt
              dayRule { kind timeZone groupTimeZones { timeZone group } } } errors { code message path } }
            """;
    private static final String PARTICIPANT_STREAK_FIELDS = """
            { streak { key } currentLength longestLength lastActiveDate startDate activeToday frozenDates
              runs { nodes { startDate endDate length } } }
            """;

    /**
     * Creates a streak.
     *
     * @param input fields of the input, such as {@code key: "daily", period: WEEK}
     */
    public Answer create(String input) {
        return change("createStreak", input);
    }

    /** Executes a mutation with these fields of its input, and returns the streak or the error. */
    public Answer change(String mutation, String input) {
        return server.client()
                .ask("mutation { " + mutation + "(input: {" + input + "})"
                        + (mutation.contains("freeze")
                                ? "{ participantStreak " + PARTICIPANT_STREAK_FIELDS + " errors { code message path } }"
                                : STREAK_FIELDS)
                        + " }")
                .payload(mutation);
    }

    /** Returns a participant's streak. */
    public Answer streak(String participant, String key) {
        return server.client()
                .ask("{ participant(ref: {external: {externalId: \"" + participant + "\"}}) { streak(key: \"" + key
                        + "\")" + PARTICIPANT_STREAK_FIELDS + " } }")
                .node("data", "participant", "streak");
    }

    /** Counts one event of a participant on each of the days. */
    public void recordActivity(String participant, String key, LocalDate... days) {
        Sql sql = server.bean(Sql.class);
        long id = id(participant);
        sql.useTransaction(() -> {
            Streaks streaks = server.bean(Streaks.class);
            server.bean(DayRules.class).lock(server.appId());
            int rule = streaks.byKey(server.appId(), key).orElseThrow().dayRuleId();
            List<DayActivity> activity = Stream.of(days)
                    .map(day -> new DayActivity(rule, id, day, "game.ended", 1))
                    .toList();
            streaks.count(streaks.active(server.appId()), activity);
        });
    }

    /** Returns the internal ID of a participant, which is created if necessary. */
    public long id(String participant) {
        var name = new ExternalParticipantId("ACCOUNT", participant);
        var input = new ParticipantInput(name, null, null, null, null);
        return requireNonNull(server.bean(Participants.class)
                .findOrCreate(server.appId(), List.of(input), Instant.EPOCH)
                .ids()
                .get(name));
    }

    /** Returns fields of an answer as strings. */
    public static List<Object> fields(Answer answer, String... names) {
        return Stream.of(names)
                .map(name -> (Object) String.valueOf(answer.at(name)))
                .toList();
    }
}
