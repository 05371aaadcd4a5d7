package laurel.webhook;

import io.micronaut.core.annotation.Introspected;
import java.time.Instant;
import laurel.leaderboard.WindowKind;
import org.jspecify.annotations.Nullable;

/** A window as messages tell of it. */
@Introspected
public record WindowName(
        String name,
        WindowKind windowKind,
        String definition,
        @Nullable Instant startsAt,
        @Nullable Instant endsAt) {}
