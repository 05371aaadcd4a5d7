package laurel.policy;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import laurel.leaderboard.Group;
import laurel.leaderboard.Leaderboard;
import org.jspecify.annotations.Nullable;

/** Sets what a day comes to beside what is kept of it. */
record DayComparison(Scoring scoring, PolicyDay day) {
    /** The pillars of the day, those of an earlier version too, which are 0 now; but none that was and is nothing. */
    List<ScoreDifference> of(List<PillarScore> scored, List<KeptScore> kept) {
        Map<String, KeptScore> before = new LinkedHashMap<>();
        kept.forEach(score -> before.put(score.pillar(), score));
        List<ScoreDifference> differences = new ArrayList<>();
        for (PillarScore pillar : scored) {
            KeptScore was = before.remove(pillar.name());
            if (was != null || !pillar.idle()) {
                differences.add(difference(pillar.name(), pillar.score(), was));
            }
        }
        before.forEach((name, was) -> differences.add(difference(name, BigDecimal.ZERO, was)));
        return differences;
    }

    private ScoreDifference difference(String pillar, BigDecimal score, @Nullable KeptScore was) {
        @Nullable Leaderboard board = scoring.board(day, pillar);
        @Nullable Integer before = was == null ? null : was.leaderboardId();
        @Nullable Integer now = board == null ? before : Integer.valueOf(board.id());
        // A board that was made anew has taken nothing of what the one before it had.
        @Nullable KeptScore had = was != null && Objects.equals(before, now) ? was : null;
        BigDecimal taken = had == null ? BigDecimal.ZERO : had.taken();
        @Nullable Group group = had == null ? null : had.group();
        return new ScoreDifference(
                new KeptScore(day, pillar, score, taken, now, group), was == null ? null : was.score(), board);
    }
}
