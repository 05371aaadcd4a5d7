package laurel.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import laurel.bench.bed.Bed;
import laurel.bench.bed.Board;

/** Submissions by random participants, so that their entries move across the leaderboard, and many scores are equal. */
final class RandomUpdates {
    private static final int BATCH = 500;
    private static final double LARGEST_EXPONENT = 14;
    private static final String SUBMIT = """
            mutation ($of: [SubmitScoreInput!]!) {
              submitScores(input: {items: $of}) { acceptedCount errors { message } }
            }
            """;

    private RandomUpdates() {}

    /** Submits a number of scores. Returns the new scores by participant. */
    static Map<Integer, Long> make(Bed bed, Board board, int updates, SplittableRandom random)
            throws IOException, InterruptedException {
        Map<Integer, Long> standing = new HashMap<>();
        for (int done = 0; done < updates; done += BATCH) {
            List<Map<String, Object>> batch = new ArrayList<>();
            for (int i = done; i < Math.min(updates, done + BATCH); i++) {
                int who = random.nextInt(board.size()) + 1;
                long score = (long) Math.exp(random.nextDouble(LARGEST_EXPONENT));
                standing.put(who, score);
                batch.add(Map.of(
                        "leaderboardKey",
                        board.key(),
                        "participant",
                        Map.of("externalId", Board.externalId(who)),
                        "score",
                        score));
            }
            long accepted = bed.graphql()
                    .ask(SUBMIT, Map.of("of", batch))
                    .at("submitScores", "acceptedCount")
                    .number();
            if (accepted != batch.size()) {
                throw new IOException("of " + batch.size() + " submissions " + accepted + " were accepted");
            }
        }
        return standing;
    }
}
