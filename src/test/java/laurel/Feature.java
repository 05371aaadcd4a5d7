package laurel;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** A package and those that it may use besides itself. */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
record Feature(String name, String because, String... uses) {
    /** The packages, each with those it may use. */
    static final List<Feature> ALL = List.of(
            new Feature("request", "every feature reads requests and refuses them, so it knows none", "database"),
            new Feature("database", "the database does not know what is kept in it"),
            new Feature("graphql", "what every binding stands on knows no feature", "request", "database"),
            new Feature(
                    "api", "the edge puts bindings together and knows none of them", "graphql", "request", "database"),
            onBottom("app", "tenants are told apart without knowing what they own"),
            onBottom("service", "limits are read from the settings without knowing who enforces them"),
            onBottom("job", "work is carried out without knowing what it is"),
            onBottom("participant", "whoever is ranked exists without any ranking"),
            onBottom("leaderboard", "a definition does not know what becomes of it", "participant"),
            onBottom("window", "a stretch of time does not know what is counted in it", "leaderboard"),
            onBottom("rankindex", "counting knows the order of entries, and nothing of what they are", "window"),
            onBottom(
                    "change", "what changed is noted without asking who follows", "rankindex", "window", "leaderboard"),
            onBottom(
                    "score",
                    "scores are kept without asking who reads them",
                    "job",
                    "change",
                    "rankindex",
                    "window",
                    "leaderboard",
                    "participant"),
            onBottom(
                    "ranking",
                    "reading knows writing",
                    "job",
                    "score",
                    "rankindex",
                    "window",
                    "leaderboard",
                    "participant"),
            onBottom(
                    "live",
                    "whoever follows a ranking reads it",
                    "ranking",
                    "change",
                    "rankindex",
                    "window",
                    "leaderboard",
                    "participant"),
            onBottom("event", "what happened is told by whoever did it", "window", "leaderboard", "participant"),
            onBottom(
                    "season",
                    "a season is a window that a person starts and ends",
                    "score",
                    "change",
                    "event",
                    "window",
                    "leaderboard"),
            onBottom(
                    "lifecycle",
                    "time passes for windows whether anybody asks or not",
                    "change",
                    "event",
                    "window",
                    "leaderboard"),
            onBottom(
                    "webhook",
                    "whoever is told by post changes nothing",
                    "event",
                    "change",
                    "rankindex",
                    "window",
                    "leaderboard",
                    "participant"),
            onBottom("streak", "what is in a row does not know what it is worth", "job", "participant", "leaderboard"),
            onBottom(
                    "activity",
                    "what was done is counted without asking what it is worth",
                    "streak",
                    "participant",
                    "leaderboard"),
            onBottom(
                    "scoring",
                    "a policy turns what was counted into scores",
                    "job",
                    "activity",
                    "streak",
                    "score",
                    "window",
                    "leaderboard",
                    "participant"),
            onBottom(
                    "badge",
                    "a badge is earned by what all the others know",
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
            onBottom("ingest", "a stream is one more way in", "activity", "score", "app", "leaderboard", "participant"),
            onBottom("demo", "the demo does what any client could", "score", "leaderboard", "participant"));

    private static Feature onBottom(String name, String because, String... uses) {
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
