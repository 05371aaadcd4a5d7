package laurel.ranking.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import laurel.GraphQLClient;
import laurel.TickingClock;
import laurel.leaderboard.Visibility;
import laurel.leaderboard.WindowKind;
import laurel.ranking.model.ModelStep.Remove;
import laurel.ranking.model.ModelStep.Submit;
import laurel.ranking.model.leaderboard.ModelPlacement;
import laurel.ranking.model.leaderboard.ModelRanks;
import laurel.ranking.model.leaderboard.ModelRules;
import laurel.ranking.model.leaderboard.ModelWindow;
import laurel.ranking.model.query.LeaderboardCheck;
import laurel.ranking.model.query.ModelPage;
import laurel.ranking.model.query.ModelPage.PageSource;
import org.jspecify.annotations.Nullable;

/** Leaderboards with the same participants, and a clock. */
final class ModelScenario {
    private static final String STANDINGS =
            "query ($participant: String!, $kinds: [WindowKind!], $at: DateTime, $first: Int!, $after: String) {"
                    + " participant(ref: {external: {externalId: $participant}}) {"
                    + " standings(windowKinds: $kinds, time: $at, first: $first, after: $after) {"
                    + " edges { node { ...P } }" + ModelPage.FIELDS + "} } }" + ModelPlacement.FIELDS;

    private final GraphQLClient http;
    private final ModelRanks ranks;
    private final TickingClock clock;
    private final String name;
    private final List<ComparedLeaderboard> boards = new ArrayList<>();
    private final List<Instant> times = new ArrayList<>();

    /** @param name prefix of leaderboard keys and participant names */
    ModelScenario(GraphQLClient http, ModelRanks ranks, TickingClock clock, String name, List<ModelRules> rules) {
        this.http = http;
        this.ranks = ranks;
        this.clock = clock;
        this.name = name;
        for (ModelRules board : rules) {
            boards.add(ComparedLeaderboard.create(http, ranks.sql(), name + "-" + boards.size(), board));
        }
        times.add(clock.instant().minusMillis(1));
    }

    void apply(ModelStep step) {
        clock.advance(step.pause());
        times.add(clock.instant());
        ComparedLeaderboard board = boards.get(step.board() % boards.size());
        switch (step) {
            case Submit submit -> board.submit(submit.batch(), name + "-", clock.instant());
            case Remove remove -> board.remove(remove, clock.instant());
        }
    }

    /** Some submissions of each leaderboard, always with the last one, twice. */
    void removeSome(Random random) {
        for (int i = 0; i < boards.size(); i++) {
            int acceptedCount = boards.get(i).model().ledger().rows().size();
            for (int n = 0; acceptedCount > 0 && n < 4; n++) {
                int number = n < 2 ? acceptedCount - 1 : random.nextInt(acceptedCount);
                apply(new Remove(Duration.ofSeconds(n), i, number, null));
            }
        }
    }

    /** Compares the results of all queries. */
    void check(Random random) {
        for (ComparedLeaderboard board : boards) {
            new LeaderboardCheck(board, ranks, random).checkAll(times);
        }
        boards.stream()
                .flatMap(board -> board.model().ledger().rows().stream())
                .map(row -> row.sent().participant())
                .distinct()
                .forEach(participant -> standings(participant, random));
    }

    /** All standings of a participant, in pages: at present, and at a time in windows of some kinds. */
    private void standings(String participant, Random random) {
        List<WindowKind> all = ModelWindow.KINDS;
        List<WindowKind> some =
                all.stream().filter(kind -> random.nextBoolean()).toList();
        standings(
                participant,
                random,
                Map.of(),
                board -> expected(board, participant, all, board.model().present(clock.instant())));
        Instant at = times.get(random.nextInt(times.size()));
        standings(
                participant,
                random,
                Map.of("kinds", some, "at", at.toString()),
                board -> expected(board, participant, some, at));
    }

    private List<ModelPlacement> expected(
            ComparedLeaderboard board, String participant, List<WindowKind> kinds, Instant at) {
        return board.rules().visibility() == Visibility.PRIVATE
                ? List.of()
                : ModelPlacement.of(board, ranks, participant, kinds, at);
    }

    private void standings(
            String participant,
            Random random,
            Map<String, ?> arguments,
            Function<ComparedLeaderboard, List<ModelPlacement>> expected) {
        Map<String, @Nullable Object> variables = new HashMap<>(arguments);
        variables.put("participant", participant);
        variables.put("first", 1 + random.nextInt(5));
        PageSource source = cursor -> {
            variables.put("after", cursor);
            return http.ask(STANDINGS, variables).node("data", "participant", "standings");
        };
        assertThat(ModelPage.items(ModelPage.walk(source, false, ModelPlacement::read, () -> {}), false))
                .as("standings of %s, %s", participant, arguments)
                .isSortedAccordingTo(ModelPlacement.ORDER)
                .containsExactlyInAnyOrderElementsOf(boards.stream()
                        .flatMap(board -> expected.apply(board).stream())
                        .toList());
    }
}
