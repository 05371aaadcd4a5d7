package laurel.scoring;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import laurel.GraphQLClient.Answer;
import laurel.JobClient;
import laurel.LaurelServer;
import laurel.activity.ActivityClient;

/** Reads the windows of the leaderboard {@code board}, which a policy with the same key feeds, and changes what is in them. */
record LaterWindowsClient(LaurelServer server) {
    private static final String WINDOWS = """
            query ($definition: String!, $group: GroupValues) { leaderboard(key: "board") {
              windows(definitionKey: $definition, first: 100) { nodes { startsAt state
                ranking(group: $group) { standings(first: 100) { nodes { score participant { externalId } } } } } } } }
            """;

    void change(String mutation) {
        Answer answer = server.client().ask("mutation { change: " + mutation + " { errors { code message } } }");
        assertThat(answer.list("data", "change", "errors"))
                .as("%s", answer.json())
                .isEmpty();
    }

    void campus(String campus, boolean moveEntries) {
        if (!moveEntries) {
            Map<String, Object> event = ActivityClient.event("first " + campus, "other", "ann", "2026-03-10T12:00:00Z");
            event.put("actor", Map.of("externalId", "ann", "group", Map.of("campus", campus)));
            new ActivityClient(server.client()).recordAll(List.of(event));
        } else {
            change("updateParticipant(input: {participant: {external: {externalId: \"ann\"}}, group: {campus: \""
                    + campus + "\"}, moveEntries: true})");
        }
    }

    Answer backfill(String definition, LocalDate startDate, boolean dryRun) {
        return new JobClient(server)
                .result(
                        "backfillWindows",
                        Map.of(
                                "leaderboardKey",
                                "board",
                                "windowDefinitionKey",
                                definition,
                                "startTime",
                                startDate + "T00:00:00Z",
                                "dryRun",
                                dryRun));
    }

    /** The entries are what the ledger says. */
    void assertDerived(String definition, LocalDate startDate) {
        Answer backfilled = backfill(definition, startDate, true);
        assertThat(backfilled.text("submissionCount")).isEqualTo("0");
        assertThat(backfilled.text("entryCount")).isEqualTo("0");
    }

    int entries() {
        return server.database()
                .sql()
                .of("SELECT count(*) FROM entry AS e JOIN ranking AS r ON r.id = e.ranking_id WHERE r.app_id = :app")
                .bind("app", server.appId())
                .one(Integer.class);
    }

    Map<LocalDate, Integer> scores(String definition, String participant) {
        return scores(definition, participant, Map.of());
    }

    Map<LocalDate, Integer> scores(String definition, String participant, Map<String, String> group) {
        Map<LocalDate, Integer> scores = new TreeMap<>();
        windows(definition, group).forEach((first, standings) -> {
            if (standings.containsKey(participant)) {
                scores.put(first, standings.get(participant));
            }
        });
        return scores;
    }

    /** Scores by participant of the windows of a definition, by first day. */
    Map<LocalDate, Map<String, Integer>> windows(String definition, Map<String, String> group) {
        Map<LocalDate, Map<String, Integer>> windows = new TreeMap<>();
        server.client()
                .ask(WINDOWS, Map.of("definition", definition, "group", group))
                .list("data", "leaderboard", "windows", "nodes")
                .forEach(window -> {
                    Map<String, Integer> scores = new TreeMap<>();
                    if (window.at("ranking") != null) {
                        window.list("ranking", "standings", "nodes")
                                .forEach(one -> scores.put(
                                        one.text("participant", "externalId"), Integer.parseInt(one.text("score"))));
                    }
                    if (!scores.isEmpty()) {
                        windows.put(
                                LocalDate.ofInstant(Instant.parse(window.text("startsAt")), ZoneOffset.UTC), scores);
                    }
                });
        return windows;
    }

    Map<String, Integer> windowAt(Instant time) {
        Map<String, Integer> scores = new TreeMap<>();
        new PolicyClient(server.client())
                .windowScores("board", Map.of("definition", "rolling-7", "at", time.toString()))
                .forEach((who, score) -> scores.put(who, Integer.parseInt(score)));
        return scores;
    }

    /** Reads the scores of days. */
    void read(Map<String, Map<LocalDate, Integer>> byDay, LocalDate startDate, LocalDate endDate) {
        PolicyClient policies = new PolicyClient(server.client());
        byDay.forEach((who, days) -> policies.dayScores(who, "board", startDate.toString(), endDate.toString())
                .forEach(day -> day.list("pillars")
                        .forEach(pillar ->
                                days.put(LocalDate.parse(day.text("date")), Integer.parseInt(pillar.text("score"))))));
    }
}
