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
 * The top of a leaderboard as a client keeps it: a snapshot and every difference since, each based on the event before.
 */
final class FollowedTop {
    private static final int FIRST = 5;
    private static final String TOP = """
            subscription ($key: String!, $after: String) {
              topStandingsChanged(ranking: {leaderboardKey: $key, window: {relative: {definitionKey: "all-time"}}}, first: %d, \
                  after: $after) {
                sequence cursor baseCursor removedStandingIds
                standings { score participant { externalId } }
                upserted { standingId position score participant { externalId } } } }
            """.formatted(FIRST);
    private static final String PRESENT = """
            query ($key: String!) { leaderboard(key: $key) { window(select: {relative: {definitionKey: "all-time"}}) { ranking {
              standings(first: %d) { edges { node { score participant { externalId } } } } } } } }
            """.formatted(FIRST);

    private final String key;
    private final List<ListedStanding> listed = new ArrayList<>();
    private String cursor = "";
    private long sequence = -1;

    private record ListedStanding(String standingId, String text) {}

    FollowedTop(String key) {
        this.key = key;
    }

    /** Subscribes, or resumes. */
    SocketFollower follow(URI node) {
        return SocketFollower.start(
                node, TOP, cursor.isEmpty() ? Map.of("key", key) : Map.of("key", key, "after", cursor));
    }

    /** Applies the next event; returns whether there was one. */
    boolean next(SocketFollower follower) {
        return follower.next("topStandingsChanged").map(this::apply).isPresent();
    }

    private Answer apply(Answer change) {
        long now = Long.parseLong(change.text("sequence"));
        assertThat(change.at("baseCursor"))
                .as("null in the first event only")
                .isEqualTo(cursor.isEmpty() ? null : cursor);
        assertThat(now).as("grows with every event").isGreaterThan(cursor.isEmpty() ? -1 : sequence);
        sequence = now;
        cursor = change.text("cursor");
        Set<String> replaced = new HashSet<>();
        change.list("removedStandingIds").forEach(id -> replaced.add((String) id.json()));
        change.list("upserted").forEach(one -> replaced.add(one.text("standingId")));
        listed.removeIf(one -> replaced.contains(one.standingId()));
        for (Answer one : change.list("upserted")) {
            listed.add(
                    Integer.parseInt(one.text("position")) - 1, new ListedStanding(one.text("standingId"), text(one)));
        }
        assertThat(texts())
                .as("all standings of the event")
                .isEqualTo(
                        change.list("standings").stream().map(FollowedTop::text).toList());
        return change;
    }

    private List<String> texts() {
        return listed.stream().map(ListedStanding::text).toList();
    }

    /** Applies events until the list is up to date. */
    void catchUp(SocketFollower follower, GraphQLClient client) {
        List<String> present = present(client);
        while (!texts().equals(present)) {
            assertThat(next(follower)).as("%s is not yet %s", texts(), present).isTrue();
        }
    }

    private List<String> present(GraphQLClient client) {
        return client
                .ask(PRESENT, Map.of("key", key))
                .list("data", "leaderboard", "window", "ranking", "standings", "edges")
                .stream()
                .map(edge -> text(edge.node("node")))
                .toList();
    }

    private static String text(Answer standing) {
        return standing.text("participant", "externalId") + " " + standing.text("score");
    }
}
