package laurel.activity;

import static java.util.stream.Collectors.toSet;

import java.util.List;
import java.util.Set;
import laurel.streak.run.StreakChange;

/**
 * Changes by events that a transaction has counted.
 *
 * @param days    days with tallies that may have changed
 * @param streaks days on which the lengths of streaks may have changed
 * @param shared  whether several requests share the transaction, because they arrived at the same time
 */
public record TallyChanges(int app, Set<ParticipantDay> days, List<StreakChange> streaks, boolean shared) {
    /**
     * Returns the changes of streaks on other days. An event counts by all day rules, so a day that is among the days by each of
     * them is among those of every policy.
     */
    public List<StreakChange> otherStreaks() {
        Set<Integer> dayRules = days.stream().map(ParticipantDay::dayRuleId).collect(toSet());
        return streaks.stream()
                .filter(change -> !change.startDate().equals(change.endDate())
                        || !dayRules.stream()
                                .allMatch(rule -> days.contains(
                                        new ParticipantDay(rule, change.participantId(), change.startDate()))))
                .toList();
    }
}
