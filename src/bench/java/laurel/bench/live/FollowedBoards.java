package laurel.bench.live;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import laurel.bench.bed.GraphQL;

/**
 * Boards that one half of the subscribers follow for their top, and the other half for the rank of their own participant.
 * Every submission is somebody's first and better than all before: it changes the top, and the rank of everybody who is
 * watched. So there is news for all followers of its board, and a number in each frame tells of how many submissions it
 * knows: the total of the top, the rank of a watched one.
 */
public final class FollowedBoards {
    private static final String CREATE = """
            mutation ($key: String!) {
              createLeaderboard(input: {key: $key, updateMode: REPLACE}) {
                leaderboard { key }
                errors { message }
              }
            }
            """;
    private static final String SEED = """
            mutation ($of: [SubmitScoreInput!]!) {
              submitScores(input: {items: $of}) { acceptedCount errors { message } }
            }
            """;
    private static final String TOP = """
            subscription ($board: String!) {
              topStandingsChanged(ranking: {leaderboardKey: $board, window: {relative: {definitionKey: "all-time"}}}, first: 10) {
                baseCursor entryCount cursor removedStandingIds
                upserted { standingId position rank score participant { externalId } }
              }
            }
            """;
    private static final String OWN = """
            subscription ($board: String!, $who: String!) {
              ranksChanged(ranking: {leaderboardKey: $board, window: {relative: {definitionKey: "all-time"}}}, participants: \
                  [{external: {externalId: $who}}]) {
                baseCursor cursor changes { reason rank }
              }
            }
            """;

    /** What is in every good answer to a submission. */
    public static final String SUBMITTED = "\"submission\"";

    /** Better than those who are watched. */
    private static final long LOWEST = 1_000_000;

    private final List<String> keys = new ArrayList<>();
    private final List<BoardTimes> times = new ArrayList<>();
    private final SplittableRandom random = new SplittableRandom();
    private long submitted;

    /** Makes so many, each with entries of those who will be watched. */
    public static FollowedBoards make(GraphQL graphql, int boards, int watched)
            throws IOException, InterruptedException {
        FollowedBoards made = new FollowedBoards();
        for (int board = 0; board < boards; board++) {
            String key = "followed-" + board;
            graphql.ask(CREATE, Map.of("key", key))
                    .at("createLeaderboard", "leaderboard", "key")
                    .text();
            graphql.ask(SEED, Map.of("of", seed(key, watched)))
                    .at("submitScores", "acceptedCount")
                    .number();
            made.keys.add(key);
            made.times.add(new BoardTimes());
        }
        return made;
    }

    private static List<Map<String, Object>> seed(String key, int watched) {
        return IntStream.range(0, watched)
                .mapToObj(i -> Map.<String, Object>of(
                        "leaderboardKey",
                        key,
                        "participant",
                        Map.of("externalId", own(i)),
                        "score",
                        Integer.toString(i)))
                .toList();
    }

    private static String own(int number) {
        return "own-" + number;
    }

    /** What so many subscribers wish, spread evenly over the boards. */
    public List<Wish> wishes(int subscribers) {
        return IntStream.range(0, subscribers).mapToObj(this::wish).toList();
    }

    private Wish wish(int subscriber) {
        int board = subscriber / 2 % keys.size();
        String key = keys.get(board);
        if (subscriber % 2 == 0) {
            return Wish.of(TOP, Map.of("board", key), "entryCount", times.get(board));
        }
        String who = own(subscriber / 2 / keys.size());
        return Wish.of(OWN, Map.of("board", key, "who", who), "rank", times.get(board));
    }

    /** A submission to a random board. */
    public Feed.Submission submission() {
        int board = random.nextInt(keys.size());
        long number = submitted++;
        String body = String.format(Locale.ROOT, """
                {"query":"mutation ($of: SubmitScoreInput!) { submitScore(input: $of) { \
                receipt { submission { id } } } }","variables":{"of":\
                {"leaderboardKey":"%s","participant":{"externalId":"new-%d"},"score":"%d"}}}\
                """, keys.get(board), number, LOWEST + number);
        return new Feed.Submission(body.getBytes(US_ASCII), times.get(board));
    }
}
