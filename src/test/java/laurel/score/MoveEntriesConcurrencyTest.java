package laurel.score;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import laurel.GraphQLClient;
import laurel.GraphQLClient.Answer;
import laurel.JobClient;
import laurel.LaurelServer;
import laurel.LaurelTest;
import laurel.TickingClock;
import laurel.Together;
import laurel.leaderboard.Grouping;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.Leaderboards;
import laurel.participant.ExternalParticipantId;
import laurel.participant.Participant;
import laurel.participant.Participants;
import laurel.score.ledger.DerivationRepository;
import laurel.score.ledger.DerivationScope;
import org.junit.jupiter.api.Test;

/** Participants are moved while they submit, on two nodes: each has one entry in each grouping, equal to what is derived. */
@LaurelTest
class MoveEntriesConcurrencyTest {
    private static final int WRITERS = 16;
    private static final List<String> PEOPLE = List.of("ann", "bob", "cleo");
    private static final String MOVE = """
            mutation ($id: String!, $group: GroupValues!) {
              updateParticipant(input: {participant: {external: {externalId: $id}}, group: $group, moveEntries: true}) {
                participant { id } errors { code } } }
            """;

    @Inject
    LaurelServer server;

    @Inject
    TickingClock clock;

    @Test
    void keepsEntriesEqualToDerivation() {
        List<String> boards = List.of("one", "two");
        boards.forEach(board -> server.client()
                .ask("mutation { createLeaderboard(input: {key: \"" + board + "\", updateMode: INCREMENT,"
                        + " groupings: [[], [\"campus\"]], windowDefinitions: [{kind: HOURLY}, {kind: ALL_TIME}]}) {"
                        + " leaderboard { id } } }")
                .text("data", "createLeaderboard", "leaderboard", "id"));
        PEOPLE.forEach(who -> server.client()
                .ask("mutation { createParticipant(input: {externalId: \"" + who
                        + "\", group: {campus: \"c0\"}}) { participant { id } } }")
                .text("data", "createParticipant", "participant", "id"));
        Map<String, Long> points = new ConcurrentHashMap<>();
        try (var secondNode = server.secondNode(clock)) {
            List<GraphQLClient> nodes = List.of(server.client(), secondNode.client());
            Together.all(WRITERS, writer -> {
                Random random = new Random(writer);
                for (int request = 0; request < 12; request++) {
                    String who = PEOPLE.get(random.nextInt(PEOPLE.size()));
                    GraphQLClient node = nodes.get(random.nextInt(2));
                    if (writer % 4 == 0) {
                        move(node, who, "c" + random.nextInt(3));
                    } else {
                        String board = boards.get(random.nextInt(2));
                        points.merge(board + " " + who, 1L, Long::sum);
                        assertThat(new ScoreClient(node)
                                        .submit(ScoreClient.score(board, who, 1))
                                        .text("status"))
                                .isEqualTo("COUNTED");
                    }
                }
                return writer;
            });
        }
        boards.forEach(board -> checkEntries(board, points));
        PEOPLE.forEach(who -> move(server.client(), who, "last"));
        boards.forEach(board -> checkEntries(board, points));
        assertThat(boards.stream().flatMap(board -> StoredEntry.of(server, board).stream()))
                .allSatisfy(entry -> assertThat(entry.grouping()).isIn("{}", "{\"campus\": \"last\"}"));
        assertThat(new JobClient(server).result("checkRankings", Map.of()).at("wrongCount"))
                .isEqualTo(0);
    }

    private static void move(GraphQLClient node, String who, String campus) {
        Answer moved = node.sendWithRetries(MOVE, Map.of("id", who, "group", Map.of("campus", campus)));
        moved.text("data", "updateParticipant", "participant", "id");
    }

    /** Each participant is in one group of each window and grouping, with all its points, as derived from the ledger. */
    private void checkEntries(String key, Map<String, Long> points) {
        Map<String, Set<String>> stored = StoredEntry.of(server, key).stream()
                .collect(Collectors.groupingBy(
                        entry -> entry.window() + " " + entry.participant(),
                        Collectors.mapping(entry -> entry.grouping() + " " + entry.score(), Collectors.toSet())));
        Map<String, Set<String>> derived = derived(key);
        assertThat(stored).isEqualTo(derived);
        derived.forEach((entry, ofGroupings) -> {
            assertThat(ofGroupings).hasSize(2);
            String who = entry.substring(entry.lastIndexOf(' ') + 1);
            assertThat(ofGroupings).contains("{} " + points.get(key + " " + who));
        });
    }

    private Map<String, Set<String>> derived(String key) {
        Leaderboard board =
                server.bean(Leaderboards.class).byKey(server.appId(), key).orElseThrow();
        Map<Long, String> people = server
                .bean(Participants.class)
                .byRefs(
                        server.appId(),
                        PEOPLE.stream()
                                .map(who -> new ExternalParticipantId("ACCOUNT", who))
                                .toList())
                .values()
                .stream()
                .collect(Collectors.toMap(Participant::id, Participant::externalId));
        Map<String, Set<String>> derived = new HashMap<>();
        List<Long> windows = windows(board);
        List<String> names = names(board);
        IntStream.range(0, windows.size()).forEach(n -> server
                .bean(DerivationRepository.class)
                .derive(DerivationScope.all(board, List.of(windows.get(n))), people.keySet())
                .values()
                .stream()
                .flatMap(List::stream)
                .forEach(entry -> derived.put(
                        names.get(n) + " " + people.get(entry.participantId()),
                        board.groupings().stream()
                                .map(grouping -> text(grouping, entry))
                                .collect(Collectors.toSet()))));
        return derived;
    }

    private static String text(Grouping grouping, DerivationRepository.Derived entry) {
        String campus = entry.groupValues().values().get("campus");
        return (grouping.attributes().isEmpty() ? "{}" : "{\"campus\": \"" + campus + "\"}") + " " + entry.score();
    }

    private List<Long> windows(Leaderboard board) {
        return server.database()
                .sql()
                .of("SELECT id FROM leaderboard_window WHERE leaderboard_id = :board ORDER BY id")
                .bind("board", board.id())
                .list(Long.class);
    }

    private List<String> names(Leaderboard board) {
        return server.database()
                .sql()
                .of("SELECT name FROM leaderboard_window WHERE leaderboard_id = :board ORDER BY id")
                .bind("board", board.id())
                .list(String.class);
    }
}
