package laurel.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import laurel.GraphQLClient;
import laurel.GraphQLClient.Answer;
import laurel.SocketFollower;

/**
 * The top of a board as a client keeps it: the first state and every change since, each of which must fit the
 * one before.
 */
final class FollowedTop {
    private static final int FIRST = 5;
    private static final String TOP = """
            subscription ($board: String!, $after: String) {
              topStandingsChanged(ranking: {leaderboardKey: $board, window: {relative: {definitionKey: "all-time"}}}, first: %d, \
                  after: $after) {
                sequence cursor baseCursor removedStandingIds
                standings { score participant { externalId } }
                upserted { standingId position score participant { externalId } } } }
            """.formatted(FIRST);
    private static final String FRESH = """
            query ($board: String!) { leaderboard(key: $board) { window(select: {relative: {definitionKey: "all-time"}}) { ranking {
              standings(first: %d) { edges { node { score participant { externalId } } } } } } } }
            """.formatted(FIRST);

    private final String board;
    private final List<Place> places = new ArrayList<>();
    private String cursor = "";
    private long sequence = -1;

    private record Place(String standingId, String text) {}

    FollowedTop(String board) {
        this.board = board;
    }

    /** Begins, or goes on from what it has. */
    SocketFollower follow(URI node) {
        return SocketFollower.start(
                node, TOP, cursor.isEmpty() ? Map.of("board", board) : Map.of("board", board, "after", cursor));
    }

    /** Takes one emission; says whether there was one. */
    boolean next(SocketFollower follower) {
        return follower.next("topStandingsChanged").map(this::take).isPresent();
    }

    private Answer take(Answer change) {
        long now = Long.parseLong(change.text("sequence"));
        assertThat(change.at("baseCursor")).as("only the first has none").isEqualTo(cursor.isEmpty() ? null : cursor);
        assertThat(now).as("never the same twice, never back").isGreaterThan(cursor.isEmpty() ? -1 : sequence);
        sequence = now;
        cursor = change.text("cursor");
        Set<String> gone = new HashSet<>();
        change.list("removedStandingIds").forEach(id -> gone.add((String) id.json()));
        change.list("upserted").forEach(one -> gone.add(one.text("standingId")));
        places.removeIf(place -> gone.contains(place.standingId()));
        for (Answer one : change.list("upserted")) {
            places.add(Integer.parseInt(one.text("position")) - 1, new Place(one.text("standingId"), place(one)));
        }
        assertThat(texts())
                .as("the whole list of the event")
                .isEqualTo(change.list("standings").stream()
                        .map(FollowedTop::place)
                        .toList());
        return change;
    }

    private List<String> texts() {
        return places.stream().map(Place::text).toList();
    }

    /** Takes what comes until nothing is missing. */
    void catchUp(SocketFollower follower, GraphQLClient client) {
        List<String> fresh = fresh(client);
        while (!texts().equals(fresh)) {
            assertThat(next(follower)).as("%s is not yet %s", texts(), fresh).isTrue();
        }
    }

    private List<String> fresh(GraphQLClient client) {
        return client
                .ask(FRESH, Map.of("board", board))
                .list("data", "leaderboard", "window", "ranking", "standings", "edges")
                .stream()
                .map(edge -> place(edge.node("node")))
                .toList();
    }

    private static String place(Answer standing) {
        return standing.text("participant", "externalId") + " " + standing.text("score");
    }
}
