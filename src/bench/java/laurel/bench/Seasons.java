package laurel.bench;

import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BooleanSupplier;
import laurel.bench.bed.Bed;
import laurel.bench.bed.Board;
import laurel.bench.report.Report;
import laurel.bench.report.Table;

/** Submissions to a leaderboard while the scores of its season are carried over to the next one. */
final class Seasons implements Benchmark {
    private static final String KEY = "carried";

    /** The first submission builds the rank index of a ranking of this size. */
    private static final int LARGEST = 100_000;

    private static final double MILLION = 1e6;

    private static final String CREATE = """
            mutation ($key: String!) {
              createLeaderboard(input: {key: $key, updateMode: REPLACE, windowDefinitions: [{kind: SEASON}]}) {
                leaderboard { key }
                errors { message }
              }
            }
            """;
    private static final String START = """
            mutation ($key: String!, $carryOver: Decimal) {
              startSeason(input: {leaderboardKey: $key, carryOver: $carryOver}) {
                season { number window { ranking { entryCount } } }
                errors { message }
              }
            }
            """;
    private static final String SUBMIT = """
            mutation ($key: String!, $who: String!, $score: Score!) {
              submitScore(input: {leaderboardKey: $key, participant: {externalId: $who}, score: $score}) {
                receipt { submission { id } }
                errors { message }
              }
            }
            """;
    private static final String FILL = """
            INSERT INTO entry (ranking_id, participant_id, sort_key, subscore_key, tie_key, id_key, achieved_at, submission_id)
            SELECT r.id, p.id, ~(hashint8extended(p.id, 1) & 1073741823), -1, extract(epoch FROM w.starts_at)::bigint * 1000000,
                   id_key(p.entity_type, p.external_id), w.starts_at, 0
            FROM leaderboard AS l
            JOIN leaderboard_window AS w ON w.leaderboard_id = l.id
            JOIN ranking AS r ON r.window_id = w.id
            JOIN participant AS p ON p.app_id = l.app_id AND p.id <= <size>
            WHERE l.key = '<key>'
            """;

    private final SplittableRandom random = new SplittableRandom(1);

    @Override
    public String name() {
        return "seasons";
    }

    @Override
    public void run(Bed bed, Report report) throws Exception {
        int size = Math.min(LARGEST, bed.largest().size());
        bed.graphql()
                .ask(CREATE, Map.of("key", KEY))
                .at("createLeaderboard", "leaderboard", "key")
                .text();
        start(bed, Map.of("key", KEY));
        fill(bed, size);
        List<Double> quiet = new ArrayList<>();
        List<Double> during = new ArrayList<>();
        List<Double> starts = new ArrayList<>();
        submit(bed, size);
        for (int round = 0; round < bed.options().rounds(); round++) {
            bed.progress().print("seasons: round " + (round + 1));
            long until = System.nanoTime() + bed.options().measure().toNanos();
            quiet.addAll(submissions(bed, size, () -> System.nanoTime() < until));
            long began = System.nanoTime();
            CompletableFuture<Long> started = CompletableFuture.supplyAsync(() -> carryOver(bed));
            during.addAll(submissions(bed, size, () -> !started.isDone()));
            starts.add((System.nanoTime() - began) / MILLION);
            if (started.join() != size) {
                report.problem("A season has " + started.join() + " entries instead of " + size + ".");
            }
        }
        report.add(table(size, quiet, during, starts));
    }

    private static Table table(int size, List<Double> quiet, List<Double> during, List<Double> starts) {
        Table table = new Table(
                "Submissions while scores are carried over to a new season",
                "One client; %s scores are carried over, which takes %.1f s."
                        .formatted(
                                Board.label(size),
                                median(starts) / Duration.ofSeconds(1).toMillis()),
                List.of("what", "operations", "p50 ms", "longest ms"));
        table.row(List.of("submission to the leaderboard", quiet.size(), median(quiet), Collections.max(quiet)));
        table.row(List.of(
                "submission to it, while a season starts", during.size(), median(during), Collections.max(during)));
        return table;
    }

    private static double median(List<Double> times) {
        return times.stream().sorted().toList().get(times.size() / 2);
    }

    private static void fill(Bed bed, int size) throws SQLException {
        bed.postgres()
                .execute(List.of(
                        FILL.replace("<size>", Integer.toString(size)).replace("<key>", KEY),
                        "UPDATE leaderboard SET scored_at = created_at WHERE key = '" + KEY + "'",
                        "VACUUM (ANALYZE) entry",
                        "CHECKPOINT"));
    }

    private static long start(Bed bed, Map<String, ?> variables) throws IOException, InterruptedException {
        return bed.graphql()
                .ask(START, variables)
                .at("startSeason", "season", "window", "ranking", "entryCount")
                .number();
    }

    private static long carryOver(Bed bed) {
        try {
            return start(bed, Map.of("key", KEY, "carryOver", "1"));
        } catch (IOException | InterruptedException e) {
            throw new CompletionException(e);
        }
    }

    /** Returns how long each submission took, in milliseconds. */
    private List<Double> submissions(Bed bed, int participants, BooleanSupplier more)
            throws IOException, InterruptedException {
        List<Double> times = new ArrayList<>();
        do {
            long began = System.nanoTime();
            submit(bed, participants);
            times.add((System.nanoTime() - began) / MILLION);
        } while (more.getAsBoolean());
        return times;
    }

    private void submit(Bed bed, int participants) throws IOException, InterruptedException {
        String who = Board.externalId(random.nextLong(participants) + 1);
        String score = Integer.toString(random.nextInt(Integer.MAX_VALUE));
        bed.graphql()
                .ask(SUBMIT, Map.of("key", KEY, "who", who, "score", score))
                .at("submitScore", "receipt", "submission", "id")
                .text();
    }
}
