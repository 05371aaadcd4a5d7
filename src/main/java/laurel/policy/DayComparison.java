package laurel.policy;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
        BigDecimal taken = was == null ? BigDecimal.ZERO : was.taken();
        return new ScoreDifference(
                new KeptScore(day, pillar, score, taken), was == null ? null : was.score(), scoring.board(day, pillar));
    }
}
