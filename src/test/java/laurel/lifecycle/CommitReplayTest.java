package laurel.lifecycle;

import static java.time.DayOfWeek.MONDAY;
import static java.time.temporal.TemporalAdjusters.previousOrSame;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import laurel.GraphQLClient;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.leaderboard.WindowKind;
import org.junit.jupiter.api.Test;

/**
 * Submits the commits of six public projects late and out of order while windows end: each commit counts in the windows that
 * contain it and are still open, and each window is finalized with these commits, in any order of submission.
 */
class CommitReplayTest {
    private static final Instant FROM = Instant.parse("2025-01-01T00:00:00Z");
    private static final Instant NOW = Instant.parse("2026-11-01T00:00:00Z");
    private static final ZoneId ZONE = ZoneId.of("America/Los_Angeles");
    private static final Duration GRACE = Duration.ofDays(7);
    private static final int LATEST_DAYS = 12;
    private static final int BATCH = 250;
    private static final int MIN_WINDOWS = 150;
    private static final long DAYS_OF_FORTNIGHT = 14;

    private static final String CREATE = """
            mutation {
              createLeaderboard(input: {
                key: "commits", updateMode: INCREMENT, timeZone: "America/Los_Angeles", clock: SUBMISSIONS, gracePeriod: "P7D",
                windowDefinitions: [{kind: WEEKLY}, {kind: MONTHLY}, {kind: ALL_TIME},
                          {kind: CUSTOM, key: "fortnight", interval: "P7D", length: "P14D"}]
              }) { leaderboard { key } errors { code message } }
            }
            """;
    private static final String SUBMIT = """
            mutation ($input: [SubmitScoreInput!]!) { submitScores(input: {items: $input}) { acceptedCount } }
            """;
    private static final String WINDOWS = """
            query ($kind: String!) {
              leaderboard(key: "commits") {
                windows(definitionKey: $kind, first: 1000) {
                  edges { node { startsAt endsAt state ranking { standings(first: 1000) {
                    edges { node { rank score participant { externalId } } } } } } }
                }
              }
            }
            """;

    /** A commit. */
    private record Commit(String member, Instant at) {}

    /** The bounds of a window. */
    private record Span(Instant startsAt, Instant endsAt) {}

    /** Expected standings of each window of a kind: commits by member. */
    private final Map<String, Map<Span, Map<String, Integer>>> counted =
            new TreeMap<>(Map.of("WEEKLY", new HashMap<>(), "MONTHLY", new HashMap<>(), "CUSTOM", new HashMap<>()));

    private Instant time = Instant.MIN;

    @Test
    void finalizesEveryWindowWithItsSubmissions() throws IOException {
        try (var server = LaurelServer.start(new TickingClock(NOW))) {
            GraphQLClient client = server.client();
            assertThat(client.ask(CREATE).at("data", "createLeaderboard", "leaderboard", "key"))
                    .isEqualTo("commits");
            List<Commit> late = late();
            for (int from = 0; from < late.size(); from += BATCH) {
                send(client, late.subList(from, Math.min(late.size(), from + BATCH)));
                server.bean(Lifecycle.class).run(NOW);
            }
            for (String kind : counted.keySet()) {
                assertThat(standing(client, kind)).as(kind).isEqualTo(expected(kind));
            }
            LifecycleClient life = new LifecycleClient(server);
            assertThat(life.differences()).isZero();
            assertThat(life.events()).doesNotHaveDuplicates().hasSizeGreaterThan(MIN_WINDOWS);
        }
    }

    private void send(GraphQLClient client, List<Commit> batch) {
        Answer answer = client.ask(SUBMIT, Map.of("input", inputs(batch)));
        assertThat(answer.at("data", "submitScores", "acceptedCount")).isEqualTo(batch.size());
        batch.forEach(this::count);
    }

    /** Returns the commits in order of time, each delayed by up to this number of days. */
    private static List<Commit> late() throws IOException {
        Random random = new Random(20250101);
        Map<Commit, Instant> sent = new HashMap<>();
        List<Commit> commits = new ArrayList<>();
        try (Stream<String> lines = Files.lines(Path.of("src/test/resources/commits/events.csv"))) {
            lines.skip(1).map(line -> line.split(",", -1)).forEach(column -> {
                Commit commit = new Commit(
                        column[1] + "/" + column[2],
                        OffsetDateTime.parse(column[4]).toInstant());
                if (!commit.at.isBefore(FROM)) {
                    commits.add(commit);
                    sent.put(commit, commit.at.plus(Duration.ofHours(random.nextInt(LATEST_DAYS * 24))));
                }
            });
        }
        commits.sort(Comparator.comparing(sent::get));
        return commits;
    }

    private static List<Map<String, Object>> inputs(List<Commit> commits) {
        return commits.stream()
                .<Map<String, Object>>map(commit -> Map.of(
                        "leaderboardKey",
                        "commits",
                        "participant",
                        Map.of("externalId", commit.member),
                        "score",
                        1,
                        "achievedAt",
                        commit.at.toString()))
                .toList();
    }

    private void count(Commit commit) {
        time = commit.at.isAfter(time) ? commit.at : time;
        LocalDate day = LocalDate.ofInstant(commit.at, ZONE);
        LocalDate monday = day.with(previousOrSame(MONDAY));
        LocalDate first = day.withDayOfMonth(1);
        // Every seven days from the epoch, a Thursday, and twice as long.
        LocalDate thursday = LocalDate.ofEpochDay(Math.floorDiv(day.toEpochDay(), 7L) * 7);
        count("WEEKLY", monday, monday.plusWeeks(1), commit);
        count("MONTHLY", first, first.plusMonths(1), commit);
        count("CUSTOM", thursday, thursday.plusDays(DAYS_OF_FORTNIGHT), commit);
        count("CUSTOM", thursday.minusWeeks(1), thursday.plusWeeks(1), commit);
    }

    private void count(String kind, LocalDate from, LocalDate to, Commit commit) {
        Span span = new Span(
                from.atStartOfDay(ZONE).toInstant(), to.atStartOfDay(ZONE).toInstant());
        if (time.isBefore(span.endsAt.plus(GRACE))) {
            requireNonNull(counted.get(kind))
                    .computeIfAbsent(span, s -> new HashMap<>())
                    .merge(commit.member, 1, Integer::sum);
        }
    }

    /** Returns a line with window, rank and participant for each standing. */
    private List<String> expected(String kind) {
        List<String> lines = new ArrayList<>();
        requireNonNull(counted.get(kind))
                .forEach((span, scores) -> scores.forEach((who, score) -> {
                    long better = scores.values().stream()
                            .filter(other -> other > score)
                            .count();
                    lines.add(line(span.startsAt.toString(), state(span), who, score.toString(), 1 + better));
                }));
        return lines.stream().sorted().toList();
    }

    private String state(Span span) {
        if (time.isBefore(span.endsAt)) {
            return "OPEN";
        }
        return time.isBefore(span.endsAt.plus(GRACE)) ? "GRACE" : "FINAL";
    }

    private static List<String> standing(GraphQLClient client, String kind) {
        List<String> lines = new ArrayList<>();
        Answer windows = client.ask(
                        WINDOWS,
                        Map.of(
                                "kind",
                                kind.equals("CUSTOM")
                                        ? "fortnight"
                                        : WindowKind.valueOf(kind).key()))
                .node("data", "leaderboard", "windows");
        for (Answer window : windows.list("edges")) {
            for (Answer standing : window.list("node", "ranking", "standings", "edges")) {
                lines.add(line(
                        window.text("node", "startsAt"),
                        window.text("node", "state"),
                        standing.text("node", "participant", "externalId"),
                        standing.text("node", "score"),
                        standing.text("node", "rank")));
            }
        }
        return lines.stream().sorted().toList();
    }

    private static String line(String startsAt, String state, String who, String score, Object rank) {
        return String.join(" ", startsAt, state, who, score, rank.toString());
    }
}
