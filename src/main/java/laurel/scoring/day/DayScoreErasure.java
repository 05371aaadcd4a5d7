package laurel.scoring.day;

import jakarta.inject.Singleton;
import java.util.List;
import laurel.request.erasure.ErasureSource;

/** Erases the scores of a participant's days, and the work on them. */
@Singleton
final class DayScoreErasure implements ErasureSource {
    @Override
    public List<String> tables() {
        return List.of("scoring_changed_day", "scoring_rescore_range", "scoring_day_score");
    }
}
