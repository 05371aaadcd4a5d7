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

/** Creates streaks, has participants be active, and reads what that comes to. */
public record StreakClient(LaurelServer server) {
    private static final String STREAK = """
            { streak { key name period eventTypes amnestyDates state version archivedAt
              dayRule { kind timeZone groupTimeZones { timeZone group } } } errors { code message path } }
            """;
    private static final String OWN = """
            { streak { key } currentLength longestLength lastActiveDate startDate activeToday frozenDates
              runs { nodes { startDate endDate length } } }
            """;

    /**
     * Creates a streak.
     *
     * @param input in GraphQL: {@code key: "daily", period: WEEK}
     */
    public Answer create(String input) {
        return change("createStreak", input);
    }

    /** The answer to a mutation of these fields of its input. */
    public Answer change(String mutation, String input) {
        return server.client()
                .ask("mutation { " + mutation + "(input: {" + input + "})"
                        + (mutation.contains("freeze")
                                ? "{ participantStreak " + OWN + " errors { code message path } }"
                                : STREAK)
                        + " }")
                .payload(mutation);
    }

    /** A participant's streak of this key. */
    public Answer streak(String who, String key) {
        return server.client()
                .ask("{ participant(ref: {external: {externalId: \"" + who + "\"}}) { streak(key: \"" + key + "\")"
                        + OWN + " } }")
                .node("data", "participant", "streak");
    }

    /** Has a participant be active on these days of a streak, by one event of each. */
    public void active(String who, String key, LocalDate... days) {
        Sql sql = server.bean(Sql.class);
        long id = id(who);
        sql.useTransaction(() -> {
            Streaks streaks = server.bean(Streaks.class);
            server.bean(DayRules.class).lock(server.appId());
            int rule = streaks.byKey(server.appId(), key).orElseThrow().dayRuleId();
            List<DayActivity> activity = Stream.of(days)
                    .map(day -> new DayActivity(rule, id, day, "game.ended", 1))
                    .toList();
            streaks.follow(server.appId(), activity, Instant.EPOCH);
        });
    }

    public long id(String who) {
        var name = new ExternalParticipantId("ACCOUNT", who);
        var input = new ParticipantInput(name, null, null, null, null);
        return requireNonNull(server.bean(Participants.class)
                .meet(server.appId(), List.of(input), Instant.EPOCH)
                .ids()
                .get(name));
    }

    /** An answer's fields of these names, as texts. */
    public static List<Object> parts(Answer answer, String... names) {
        return Stream.of(names)
                .map(name -> (Object) String.valueOf(answer.at(name)))
                .toList();
    }
}
