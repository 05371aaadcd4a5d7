package laurel.streak.run;

import io.micronaut.core.annotation.Introspected;
import java.time.LocalDate;

/** Identifies a day of a participant's streak. */
@Introspected
public record StreakDay(long streakId, long participantId, LocalDate day) {}
