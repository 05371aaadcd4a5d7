package laurel;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** A package and those that it may use besides itself. */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
record Feature(String name, String because, String... uses) {
    /** All packages, with the packages that each may use. */
    static final List<Feature> ALL = List.of(
            new Feature("request", "every feature uses it", "database"),
            new Feature("database", "the database does not know what it stores"),
            new Feature("graphql", "bindings of all features use it", "request", "database"),
            new Feature("api", "it serves all bindings and knows none of them", "graphql", "request", "database"),
            foundation("app", "tenants do not know what they own"),
            foundation("apikey", "keys do not know what they open"),
            foundation("audit", "it knows acts and rows, and no feature"),
            foundation("service", "it publishes limits that other features enforce"),
            foundation("job", "jobs run without knowing what they do"),
            foundation("group", "groups exist without participants"),
            foundation("participant", "participants exist without rankings", "group"),
            foundation("leaderboard", "a definition does not know its windows", "participant", "group"),
            foundation("player", "a token names a participant", "app", "leaderboard", "participant"),
            foundation("window", "a window does not know what is ranked in it", "leaderboard"),
            foundation("rankindex", "the index knows the order of entries and nothing else about them", "window"),
            foundation(
                    "change",
                    "changes are stored without knowing who reads them",
                    "rankindex",
                    "window",
                    "leaderboard"),
            foundation(
                    "score",
                    "scores are stored without knowing who reads them",
                    "job",
                    "change",
                    "event",
                    "rankindex",
                    "window",
                    "leaderboard",
                    "participant",
                    "group"),
            foundation(
                    "ranking",
                    "rankings read the entries that scores write",
                    "job",
                    "score",
                    "rankindex",
                    "window",
                    "leaderboard",
                    "participant"),
            foundation(
                    "live",
                    "subscriptions read the rankings that they follow",
                    "ranking",
                    "change",
                    "rankindex",
                    "window",
                    "leaderboard",
                    "participant"),
            foundation("event", "features record their own events", "window", "leaderboard", "participant"),
            foundation(
                    "season",
                    "a season is a window that an operator starts and ends",
                    "score",
                    "change",
                    "event",
                    "window",
                    "leaderboard"),
            foundation(
                    "lifecycle",
                    "windows close and expire without any request",
                    "change",
                    "event",
                    "window",
                    "leaderboard"),
            foundation(
                    "webhook",
                    "webhooks read changes and events, and change nothing",
                    "event",
                    "change",
                    "rankindex",
                    "window",
                    "leaderboard",
                    "participant"),
            foundation(
                    "streak", "streaks do not know what they are worth", "job", "participant", "leaderboard", "group"),
            foundation(
                    "activity",
                    "tallies do not know what they are worth",
                    "streak",
                    "participant",
                    "leaderboard",
                    "group"),
            foundation(
                    "scoring",
                    "a policy turns tallies into scores",
                    "job",
                    "activity",
                    "streak",
                    "score",
                    "window",
                    "leaderboard",
                    "group",
                    "participant"),
            foundation(
                    "badge",
                    "badges are earned by scores, streaks and activity",
                    "job",
                    "scoring",
                    "activity",
                    "streak",
                    "ranking",
                    "score",
                    "event",
                    "change",
                    "rankindex",
                    "window",
                    "leaderboard",
                    "participant"),
            foundation(
                    "ingest",
                    "a stream is one more way in",
                    "activity",
                    "event",
                    "score",
                    "app",
                    "leaderboard",
                    "participant"),
            foundation("stream", "a stream is one more way out", "app", "event", "ingest", "leaderboard"),
            foundation(
                    "erasure",
                    "an erasure has the locks of all writers, and each feature erases its own tables",
                    "job",
                    "streak",
                    "score",
                    "leaderboard",
                    "participant"),
            foundation("demo", "the demo does what any client could", "score", "leaderboard", "participant"));

    private static Feature foundation(String name, String because, String... uses) {
        String[] bottom = {"request", "database", "graphql"};
        return new Feature(
                name, because, Stream.of(bottom, uses).flatMap(Arrays::stream).toArray(String[]::new));
    }

    String inPackage() {
        return "laurel." + name;
    }

    /** Its own, those it may use, and {@code laurel} itself, which uses none. */
    String[] allowed() {
        return Stream.concat(
                        Stream.of("laurel", inPackage() + ".."),
                        Arrays.stream(uses).map("laurel.%s.."::formatted))
                .toArray(String[]::new);
    }

    @Override
    public String toString() {
        return name;
    }
}
