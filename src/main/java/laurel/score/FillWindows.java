package laurel.score;

import io.micronaut.core.annotation.Introspected;
import java.time.Instant;
import laurel.leaderboard.WindowKind;
import org.jspecify.annotations.Nullable;

/**
 * Which windows of which board are to be filled.
 *
 * @param version    the board's that the caller has read
 * @param definition the name of one of several of this kind; null where there is one
 * @param since      only windows that start then or later; null is all
 * @param until      only windows that start before; null is all
 * @param dryRun     whether it shall only be told what that would change
 */
@Introspected
public record FillWindows(
        String leaderboard,
        int version,
        WindowKind kind,
        @Nullable String definition,
        @Nullable Instant since,
        @Nullable Instant until,
        boolean dryRun) {}
