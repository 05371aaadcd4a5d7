package laurel.activity;

import java.util.List;
import java.util.Set;
import laurel.streak.run.StreakChange;

/**
 * Changes by events that a transaction has counted.
 *
 * @param days    days with tallies that may have changed
 * @param streaks days on which the lengths of streaks may have changed
 */
public record TallyChanges(int app, Set<ParticipantDay> days, List<StreakChange> streaks) {}
