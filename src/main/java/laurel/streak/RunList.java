package laurel.streak;

import java.time.LocalDate;

/**
 * Runs of a participant, newest first.
 *
 * @param before the day before which they started
 */
record RunList(StreakOf whose, LocalDate before, int size) {}
