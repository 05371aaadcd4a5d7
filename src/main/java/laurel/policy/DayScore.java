package laurel.policy;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.LocalDate;
import java.util.List;

/**
 * What a day of a participant came to, and why.
 *
 * @param version number of the policy's version that scores it
 * @param kept    what is kept of it; a pillar that came to nothing may be absent
 */
record DayScore(ScoringPolicy policy, LocalDate day, int version, List<PillarScore> pillars, List<KeptScore> kept) {
    /** What of a pillar's score was submitted, with as many decimals as that. */
    BigDecimal taken(PillarScore pillar) {
        return kept.stream()
                .filter(score -> score.pillar().equals(pillar.name()))
                .map(KeptScore::taken)
                .findFirst()
                .orElse(BigDecimal.ZERO)
                .setScale(pillar.score().scale(), RoundingMode.HALF_UP);
    }
}
