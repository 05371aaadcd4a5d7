package laurel.streak.run;

import io.micronaut.core.annotation.Introspected;
import java.time.LocalDate;

/** A streak of a participant, as it was on a day. */
@Introspected
public record StreakDay(long streakId, long participantId, LocalDate day) {}
