package laurel.ranking.model;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import laurel.GraphQLClient.Answer;
import laurel.leaderboard.WindowKind;

/** Where a participant stands on one of several boards, as the service tells it or as it must. */
record ModelPlace(String board, WindowKind kind, String window, ModelGroup group, String score, int rank, int total) {
    /** By board, then kind of window; everyone first. */
    static final Comparator<ModelPlace> ORDER = Comparator.comparing(ModelPlace::board)
            .thenComparing(ModelPlace::kind)
            .thenComparing(place -> !place.group.isEveryone());

    static final String FIELDS = """
            fragment P on Standing {
              ranking { window { kind name leaderboard { key } } group { values } entryCount } score rank
            }
            """;

    /** What {@link #FIELDS} gave. */
    static ModelPlace told(Answer node) {
        return new ModelPlace(
                node.text("ranking", "window", "leaderboard", "key"),
                WindowKind.valueOf(node.text("ranking", "window", "kind")),
                node.text("ranking", "window", "name"),
                ModelGroup.told(node.node("ranking", "group")),
                node.text("score"),
                Integer.parseInt(node.text("rank")),
                Integer.parseInt(node.text("ranking", "entryCount")));
    }

    /** Every place that somebody has on a board in the windows of some kinds that contain a moment. */
    static List<ModelPlace> of(ModelBoard board, ModelRanks ranks, String who, List<WindowKind> kinds, Instant at) {
        ModelRankings rankings = new ModelRankings(board.model(), ranks);
        List<ModelPlace> places = new ArrayList<>();
        for (WindowKind kind : kinds) {
            for (ModelRanking ranking :
                    rankings.in(ModelSpan.of(kind, at, board.rules().zone()))) {
                ModelStanding own = ranking.standing(who);
                if (own != null) {
                    places.add(new ModelPlace(
                            board.key(),
                            kind,
                            ranking.window().name(),
                            ranking.group(),
                            own.score(),
                            own.rank(),
                            own.total()));
                }
            }
        }
        return places;
    }
}
