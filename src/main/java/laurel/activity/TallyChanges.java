package laurel.activity;

import java.util.List;
import java.util.Map;
import java.util.Set;
import laurel.leaderboard.Group;
import laurel.streak.run.StreakChange;

/**
 * What a transaction has changed by counting events.
 *
 * @param days    whose tallies may differ from before
 * @param groups  where those participants belong of whom that is known, by id
 * @param streaks the days on which streaks may be of another length than before
 */
public record TallyChanges(int app, Set<ParticipantDay> days, Map<Long, Group> groups, List<StreakChange> streaks) {}
