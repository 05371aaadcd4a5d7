package laurel.badge.award;

import jakarta.inject.Singleton;
import java.util.List;
import laurel.request.erasure.ErasureSource;

/** Erases the awards of a participant, and the work on them. */
@Singleton
final class BadgeErasure implements ErasureSource {
    @Override
    public List<String> tables() {
        return List.of("badge_due", "badge_award");
    }
}
