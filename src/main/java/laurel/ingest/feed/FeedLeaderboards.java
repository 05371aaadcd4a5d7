package laurel.ingest.feed;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.UpdateMode;
import laurel.request.ErrorCode;
import laurel.request.RefusedException;
import org.jspecify.annotations.Nullable;

/**
 * The leaderboards that a batch of feed events can be submitted to.
 *
 * @param byType by the types that the events name
 * @param known  leaderboards that receive ratings, by key
 */
record FeedLeaderboards(List<FeedLeaderboardRepository.FeedBoard> byType, Map<String, Leaderboard> known) {
    private static final String TYPE = "scoreType";

    /**
     * The key of the leaderboard of an event. Refuses LEADERBOARD_NOT_FOUND, AMBIGUOUS_LEADERBOARD, NOT_FOR_RATINGS.
     */
    String keyOf(FeedEventInput event) {
        String key =
                event.leaderboardKey() == null ? byType(event.feedKind(), event.scoreType()) : event.leaderboardKey();
        Leaderboard board = known.get(key);
        if (event.feedKind() == FeedKind.RATING && board != null && board.updateMode() != UpdateMode.REPLACE) {
            throw new RefusedException(
                    ErrorCode.NOT_FOR_RATINGS,
                    "Ratings require the update mode REPLACE; the leaderboard `" + key + "` has " + board.updateMode()
                            + ".",
                    event.leaderboardKey() == null ? TYPE : "leaderboardKey");
        }
        return key;
    }

    private String byType(FeedKind kind, @Nullable String type) {
        FeedLeaderboardRepository.FeedBoard found = byType.stream()
                .filter(board -> board.kind() == kind && board.type().equals(type))
                .findFirst()
                .orElseThrow(() -> new RefusedException(
                        ErrorCode.LEADERBOARD_NOT_FOUND,
                        "No leaderboard has the `" + kind.property() + "` `" + type + "` in its metadata.",
                        TYPE));
        if (found.boards() > 1) {
            throw new RefusedException(
                    ErrorCode.AMBIGUOUS_LEADERBOARD,
                    found.boards() + " leaderboards have the `" + kind.property() + "` `" + type
                            + "` in their metadata; set `leaderboardKey`.",
                    TYPE);
        }
        return found.key();
    }

    /** The types of this kind of the events without a leaderboard key. */
    static Set<String> types(List<FeedEventInput> events, FeedKind kind) {
        return events.stream()
                .filter(event -> event.feedKind() == kind && event.leaderboardKey() == null)
                .flatMap(event -> Stream.ofNullable(event.scoreType()))
                .collect(Collectors.toSet());
    }
}
