package laurel.streak;

import jakarta.inject.Singleton;
import java.util.List;
import laurel.request.erasure.ErasureSource;

/** Erases the days and streaks of a participant. */
@Singleton
final class StreakErasure implements ErasureSource {
    @Override
    public List<String> tables() {
        return List.of("streak_day", "streak_frozen_day", "streak_run", "streak_amnesty_recount");
    }
}
