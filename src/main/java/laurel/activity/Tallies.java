package laurel.activity;

import jakarta.inject.Singleton;
import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import laurel.activity.TallyRepository.Stretch;
import laurel.database.sql.Sql;
import laurel.leaderboard.Group;
import laurel.streak.DayRule;
import laurel.streak.DayRules;
import laurel.streak.StoredDayRule;

/** Tells what was counted. */
@Singleton
public class Tallies {
    private final Sql sql;
    private final DayRules rules;
    private final TallyRepository repository;

    Tallies(Sql sql, DayRules rules, TallyRepository repository) {
        this.sql = sql;
        this.rules = rules;
        this.repository = repository;
    }

    /** What was counted on the days that each asks for; absent where nothing was, or nothing is by such a rule. */
    public Map<Stretch, List<DailyTally>> ofDays(int app, Set<Stretch> asked) {
        return sql.connected(() -> {
            Map<DayRule, Integer> ids =
                    rules.ofApp(app).stream().collect(Collectors.toMap(StoredDayRule::rule, StoredDayRule::id));
            List<Stretch> counted =
                    asked.stream().filter(one -> ids.containsKey(one.rule())).toList();
            return counted.isEmpty()
                    ? Map.of()
                    : repository.ofDays(
                            counted.stream().map(one -> ids.get(one.rule())).toList(), counted);
        });
    }

    /** The tallies of these days; where nothing was counted it is absent. */
    public Map<ParticipantDay, DailyTally> of(Collection<ParticipantDay> days) {
        return days.isEmpty() ? Map.of() : repository.of(days);
    }

    /**
     * All tallies of a rule's days, the participants in order of id and the days of each in theirs; to be closed, and
     * read in a transaction, which has them come in parts.
     *
     * @param through the last day
     */
    public Stream<DailyTally> between(int dayRuleId, LocalDate from, LocalDate through) {
        return repository.between(dayRuleId, from, through);
    }

    /**
     * With how many different others each of these participants had a part in events, of whatever type, in this many days
     * that end with this one; 0 if with none.
     */
    public Map<ParticipantDay, Integer> peers(Collection<ParticipantDay> lastDays, int days) {
        return repository.peers(lastDays, days - 1);
    }

    /** Where these participants belong of whom that is known, by id. */
    public Map<Long, Group> groups(Collection<Long> participants) {
        return repository.groups(participants);
    }
}
