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
 * Leaderboards whose subscribers follow the top or the rank of one participant, half of them each. Every submission is
 * the first of its participant and better than all before, so it changes the top and all watched ranks. Each
 * subscriber receives an event, and a number in its frame is the number of submissions so far: the count of standings
 * in events of the top, the rank in others.
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

    /** Part of every successful response to a submission. */
    public static final String SUBMITTED = "\"submission\"";

    /** Better than the watched scores. */
    private static final long LOWEST = 1_000_000;

    private final List<String> keys = new ArrayList<>();
    private final List<BoardTimes> times = new ArrayList<>();
    private final SplittableRandom random = new SplittableRandom();
    private long submitted;

    /** Creates leaderboards, each with entries of the watched participants. */
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

    /** Subscriptions, spread evenly over the leaderboards. */
    public List<Subscription> subscriptions(int subscribers) {
        return IntStream.range(0, subscribers).mapToObj(this::subscription).toList();
    }

    private Subscription subscription(int subscriber) {
        int board = subscriber / 2 % keys.size();
        String key = keys.get(board);
        if (subscriber % 2 == 0) {
            return Subscription.of(TOP, Map.of("board", key), "entryCount", times.get(board));
        }
        String who = own(subscriber / 2 / keys.size());
        return Subscription.of(OWN, Map.of("board", key, "who", who), "rank", times.get(board));
    }

    /** A submission to a random leaderboard. */
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
