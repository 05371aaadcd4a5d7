package laurel.bench;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import laurel.bench.bed.Bed;
import laurel.bench.bed.Board;

/**
 * Submissions to a leaderboard that is empty at first, for one participant after the other, with random scores. Bodies
 * are concatenated, so that the client costs little.
 */
final class Submitted {
    private static final String CREATE = """
            mutation ($key: String!, $windows: [WindowDefinitionInput!]!, $rules: [EventRuleInput!]!) {
              createLeaderboard(input: {key: $key, updateMode: REPLACE, windowDefinitions: $windows, eventRules: $rules}) {
                leaderboard { key }
                errors { message }
              }
            }
            """;
    private static final String ONE = """
            {"query":"mutation ($of: SubmitScoreInput!) { submitScore(input: $of) { \
            receipt { submission { id } } } }","variables":{"of":""";
    private static final String MANY = """
            {"query":"mutation ($of: [SubmitScoreInput!]!) { submitScores(input: {items: $of}) { \
            acceptedCount failedCount } }","variables":{"of":[""";

    /** Gives every score the same number of digits. */
    private static final int LOWEST = 100_000_000;

    private final String key;
    private final int participants;
    private final AtomicLong next = new AtomicLong();
    private final SplittableRandom random = new SplittableRandom();

    private Submitted(String key, int participants) {
        this.key = key;
        this.participants = participants;
    }

    /** Creates a leaderboard with windows of these kinds, which publishes no events. */
    static Submitted to(Bed bed, String key, int participants, String... kinds)
            throws IOException, InterruptedException {
        return to(bed, key, participants, List.of(), kinds);
    }

    /** Creates a leaderboard with windows of these kinds and these event rules. */
    static Submitted to(Bed bed, String key, int participants, List<Map<String, Object>> rules, String... kinds)
            throws IOException, InterruptedException {
        var windows = LongStream.range(0, kinds.length)
                .mapToObj(i -> Map.of("kind", kinds[(int) i]))
                .toList();
        bed.graphql()
                .ask(CREATE, Map.of("key", key, "windows", windows, "rules", rules))
                .at("createLeaderboard", "leaderboard", "key")
                .text();
        return new Submitted(key, participants);
    }

    /** The body of a request that submits one score. */
    byte[] one() {
        return (ONE + submission() + "}}").getBytes(US_ASCII);
    }

    /** The body of a request that submits a batch. */
    byte[] many(int size) {
        return LongStream.range(0, size)
                .mapToObj(i -> submission())
                .collect(Collectors.joining(",", MANY, "]}}"))
                .getBytes(US_ASCII);
    }

    private String submission() {
        long who = next.getAndIncrement() % participants + 1;
        return "{\"leaderboardKey\":\"" + key + "\",\"participant\":{\"externalId\":\"" + Board.externalId(who)
                + "\"},\"score\":\"" + score(random) + "\"}";
    }

    /** A random submission. */
    static int score(SplittableRandom random) {
        return random.nextInt(LOWEST, Integer.MAX_VALUE);
    }
}
