package laurel.activity;

import java.util.List;
import java.util.Map;
import java.util.Set;
import laurel.leaderboard.Group;
import laurel.streak.run.StreakChange;

/**
 * Changes by events that a transaction has counted.
 *
 * @param days    days with tallies that may have changed
 * @param groups  known groups of the participants, by id
 * @param streaks days on which the lengths of streaks may have changed
 */
public record TallyChanges(int app, Set<ParticipantDay> days, Map<Long, Group> groups, List<StreakChange> streaks) {}
