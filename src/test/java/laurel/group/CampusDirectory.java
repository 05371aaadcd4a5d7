package laurel.group;

import laurel.GraphQLClient;
import laurel.GraphQLClient.Answer;

/** Gives time zones to campuses in the group directory, and creates leaderboards that follow it. */
record CampusDirectory(GraphQLClient client) {
    /** Creates a campus; returns the payload. */
    Answer create(String campus, String timeZone) {
        return change("createGroup", campus, ", timeZone: \"" + timeZone + "\"");
    }

    /** Changes fields of a campus; returns the payload. */
    Answer update(String campus, String fields) {
        return change("updateGroup", campus, ", " + fields);
    }

    /** Creates a leaderboard that ranks everyone, and each campus in windows of its time zone; returns the payload. */
    Answer createLeaderboard(String key, String fields) {
        return client.ask("mutation { createLeaderboard(input: {key: \"" + key + "\", groupings: [[], [\"campus\"]],"
                        + " timeZoneAttribute: \"campus\", " + fields
                        + "}) { leaderboard { timeZoneAttribute version } errors { code path message } } }")
                .node("data", "createLeaderboard");
    }

    /** Returns code and path of the first error, such as {@code GROUP_HAS_SCORES [input, timeZone]}. */
    static String error(Answer payload) {
        return payload.at("errors", 0, "code") + " " + payload.at("errors", 0, "path");
    }

    private Answer change(String mutation, String campus, String fields) {
        return client.ask("mutation { " + mutation + "(input: {attribute: \"campus\", value: \"" + campus + "\""
                        + fields + "}) { group { name timeZone version } errors { code path message } } }")
                .node("data", mutation);
    }
}
