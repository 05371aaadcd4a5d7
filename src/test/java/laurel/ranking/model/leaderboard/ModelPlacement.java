package laurel.ranking.model.leaderboard;

import static java.util.Comparator.nullsLast;
import static java.util.Comparator.reverseOrder;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import laurel.GraphQLClient.Answer;
import laurel.leaderboard.WindowKind;
import laurel.ranking.model.ComparedLeaderboard;
import org.jspecify.annotations.Nullable;

/** A participant's standing on one of several leaderboards, as returned or expected. */
public record ModelPlacement(
        String board,
        WindowKind kind,
        String window,
        @Nullable Instant starts,
        ModelGroup group,
        String score,
        int rank,
        int total) {
    /** Ordered by start of the window, newest first, leaderboard, kind of window, and group, everyone first. */
    public static final Comparator<ModelPlacement> ORDER = Comparator.comparing(
                    ModelPlacement::starts, nullsLast(reverseOrder()))
            .thenComparing(ModelPlacement::board)
            .thenComparing(ModelPlacement::kind)
            .thenComparing(place -> !place.group.isEveryone());

    public static final String FIELDS = """
            fragment P on Standing {
              ranking { window { kind name startsAt leaderboard { key } } group { values } entryCount } score rank
            }
            """;

    /** Reads the result of {@link #FIELDS}. */
    public static ModelPlacement read(Answer node) {
        return new ModelPlacement(
                node.text("ranking", "window", "leaderboard", "key"),
                WindowKind.valueOf(node.text("ranking", "window", "kind")),
                node.text("ranking", "window", "name"),
                node.at("ranking", "window", "startsAt") == null
                        ? null
                        : Instant.parse(node.text("ranking", "window", "startsAt")),
                ModelGroup.read(node.node("ranking", "group")),
                node.text("score"),
                Integer.parseInt(node.text("rank")),
                Integer.parseInt(node.text("ranking", "entryCount")));
    }

    /** All standings of a participant on a leaderboard in the windows of some kinds that contain a time. */
    public static List<ModelPlacement> of(
            ComparedLeaderboard board, ModelRanks ranks, String participant, List<WindowKind> kinds, Instant at) {
        ModelRankings rankings = new ModelRankings(board.model(), ranks);
        List<ModelPlacement> standings = new ArrayList<>();
        for (WindowKind kind : kinds) {
            for (ModelRanking ranking :
                    rankings.in(ModelWindow.of(kind, at, board.rules().zone()))) {
                ModelStanding own = ranking.standing(participant);
                if (own != null) {
                    standings.add(new ModelPlacement(
                            board.key(),
                            kind,
                            ranking.window().name(),
                            ranking.window().starts(),
                            ranking.group(),
                            own.score(),
                            own.rank(),
                            own.total()));
                }
            }
        }
        return standings;
    }
}
