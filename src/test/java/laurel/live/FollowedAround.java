package laurel.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import laurel.GraphQLClient;
import laurel.GraphQLClient.Answer;
import laurel.SocketFollower;

/** The standings around a participant as a client keeps them: a snapshot and every difference since. */
final class FollowedAround {
    private static final String FIELDS = "score subscore participant { externalId }";
    private static final String AROUND = """
            subscription ($key: String!, $who: ParticipantRef!, $above: Int, $below: Int, $after: String) {
              aroundChanged(ranking: {leaderboardKey: $key}, participant: $who, above: $above, below: $below, after: $after) {
                cursor baseCursor startPosition startRank removedStandingIds
                standings { rank position %s }
                upserted { standingId rank position %s } } }
            """.formatted(FIELDS, FIELDS);
    private static final String PRESENT = """
            query ($key: String!, $who: ParticipantRef!, $above: Int, $below: Int) {
              leaderboard(key: $key) { ranking { around(participant: $who, above: $above, below: $below) {
                nodes { rank position %s } } } } }
            """.formatted(FIELDS);

    private final Map<String, Object> variables;
    private List<Row> rows = List.of();
    private List<String> last = List.of("none");
    private String cursor = "";

    private record Row(String standingId, String score, String subscore, String participant) {
        static Row of(Answer standing, String standingId) {
            return new Row(
                    standingId,
                    standing.text("score"),
                    standing.text("subscore"),
                    standing.text("participant", "externalId"));
        }

        boolean ties(Row other) {
            return score.equals(other.score) && subscore.equals(other.subscore);
        }

        String text(int rank, int position) {
            return rank + " " + position + " " + score + " " + subscore + " " + participant;
        }
    }

    FollowedAround(String key, String externalId, int above, int below) {
        this.variables = Map.of(
                "key",
                key,
                "who",
                Map.of("external", Map.of("externalId", externalId)),
                "above",
                above,
                "below",
                below);
    }

    /** Subscribes, or resumes. */
    SocketFollower follow(URI node) {
        Map<String, Object> all = new HashMap<>(variables);
        if (!cursor.isEmpty()) {
            all.put("after", cursor);
        }
        return SocketFollower.start(node, AROUND, all);
    }

    /** Applies the next event, as {@code live.md} describes. */
    List<String> next(SocketFollower follower) {
        Answer event = follower.next("aroundChanged").orElseThrow();
        Object base = event.at("baseCursor");
        List<Row> list = new ArrayList<>();
        if (base != null) {
            assertThat(base).as("cursor of the event before").isEqualTo(cursor);
            list.addAll(rows);
        }
        cursor = event.text("cursor");
        Set<String> replaced = new HashSet<>();
        event.list("removedStandingIds").forEach(id -> replaced.add((String) id.json()));
        event.list("upserted").forEach(one -> replaced.add(one.text("standingId")));
        list.removeIf(row -> replaced.contains(row.standingId));
        boolean empty = event.at("startPosition") == null;
        int start = empty ? 0 : number(event, "startPosition");
        for (Answer one : event.list("upserted")) {
            list.add(number(one, "position") - start, Row.of(one, one.text("standingId")));
        }
        rows = list;
        assertThat(empty).isEqualTo(rows.isEmpty());
        List<String> texts = empty ? List.of() : texts(start, number(event, "startRank"));
        assertThat(texts).as("all standings of the event").isEqualTo(texts(event.list("standings")));
        last = texts;
        return texts;
    }

    private List<String> texts(int startPosition, int startRank) {
        List<String> texts = new ArrayList<>();
        int rank = startRank;
        for (int n = 0; n < rows.size(); n++) {
            rank = n == 0 ? startRank : rows.get(n).ties(rows.get(n - 1)) ? rank : startPosition + n;
            texts.add(rows.get(n).text(rank, startPosition + n));
        }
        return texts;
    }

    private static List<String> texts(List<Answer> standings) {
        return standings.stream()
                .map(one -> Row.of(one, "").text(number(one, "rank"), number(one, "position")))
                .toList();
    }

    private static int number(Answer answer, String field) {
        return Integer.parseInt(answer.text(field));
    }

    /** Applies events until the list is what {@code around} returns. */
    void catchUp(SocketFollower follower, GraphQLClient client) {
        List<String> present = present(client);
        while (!last.equals(present)) {
            next(follower);
        }
    }

    /** What {@code around} returns. */
    List<String> present(GraphQLClient client) {
        return texts(client.ask(PRESENT, variables).list("data", "leaderboard", "ranking", "around", "nodes"));
    }
}
