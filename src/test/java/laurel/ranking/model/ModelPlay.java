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
import laurel.ranking.model.query.ModelPage.Source;
import org.jspecify.annotations.Nullable;

/** Leaderboards with the same participants, and a clock. */
final class ModelPlay {
    private static final String PLACES =
            "query ($who: String!, $kinds: [WindowKind!], $at: DateTime, $first: Int!, $after: String) {"
                    + " participant(ref: {external: {externalId: $who}}) {"
                    + " standings(windowKinds: $kinds, time: $at, first: $first, after: $after) {"
                    + " edges { node { ...P } }" + ModelPage.FIELDS + "} } }" + ModelPlacement.FIELDS;

    private final GraphQLClient http;
    private final ModelRanks ranks;
    private final TickingClock clock;
    private final String name;
    private final List<ComparedLeaderboard> boards = new ArrayList<>();
    private final List<Instant> moments = new ArrayList<>();

    /** @param name prefix of leaderboard keys and participant names */
    ModelPlay(GraphQLClient http, ModelRanks ranks, TickingClock clock, String name, List<ModelRules> rules) {
        this.http = http;
        this.ranks = ranks;
        this.clock = clock;
        this.name = name;
        for (ModelRules board : rules) {
            boards.add(ComparedLeaderboard.create(http, ranks.sql(), name + "-" + boards.size(), board));
        }
        moments.add(clock.instant().minusMillis(1));
    }

    void take(ModelStep step) {
        clock.advance(step.pause());
        moments.add(clock.instant());
        ComparedLeaderboard board = boards.get(step.board() % boards.size());
        switch (step) {
            case Submit submit -> board.submit(submit.batch(), name + "-", clock.instant());
            case Remove remove -> board.remove(remove, clock.instant());
        }
    }

    /** Some submissions of each leaderboard, always with the last one, twice. */
    void removeSome(Random random) {
        for (int i = 0; i < boards.size(); i++) {
            int taken = boards.get(i).model().ledger().rows().size();
            for (int n = 0; taken > 0 && n < 4; n++) {
                int which = n < 2 ? taken - 1 : random.nextInt(taken);
                take(new Remove(Duration.ofSeconds(n), i, which, null));
            }
        }
    }

    /** Compares the results of all queries. */
    void check(Random random) {
        for (ComparedLeaderboard board : boards) {
            new LeaderboardCheck(board, ranks, random).everything(moments);
        }
        boards.stream()
                .flatMap(board -> board.model().ledger().rows().stream())
                .map(row -> row.sent().who())
                .distinct()
                .forEach(who -> places(who, random));
    }

    /** All standings of a participant, in pages: at present, and at a time in windows of some kinds. */
    private void places(String who, Random random) {
        List<WindowKind> all = ModelWindow.KINDS;
        List<WindowKind> some =
                all.stream().filter(kind -> random.nextBoolean()).toList();
        places(
                who,
                random,
                Map.of(),
                board -> expected(board, who, all, board.model().present(clock.instant())));
        Instant at = moments.get(random.nextInt(moments.size()));
        places(who, random, Map.of("kinds", some, "at", at.toString()), board -> expected(board, who, some, at));
    }

    private List<ModelPlacement> expected(ComparedLeaderboard board, String who, List<WindowKind> kinds, Instant at) {
        return board.rules().visibility() == Visibility.PRIVATE
                ? List.of()
                : ModelPlacement.of(board, ranks, who, kinds, at);
    }

    private void places(
            String who,
            Random random,
            Map<String, ?> asked,
            Function<ComparedLeaderboard, List<ModelPlacement>> expected) {
        Map<String, @Nullable Object> variables = new HashMap<>(asked);
        variables.put("who", who);
        variables.put("first", 1 + random.nextInt(5));
        Source source = cursor -> {
            variables.put("after", cursor);
            return http.ask(PLACES, variables).node("data", "participant", "standings");
        };
        assertThat(ModelPage.items(ModelPage.walk(source, false, ModelPlacement::told, () -> {}), false))
                .as("standings of %s, %s", who, asked)
                .isSortedAccordingTo(ModelPlacement.ORDER)
                .containsExactlyInAnyOrderElementsOf(boards.stream()
                        .flatMap(board -> expected.apply(board).stream())
                        .toList());
    }
}
