package laurel.activity;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import laurel.activity.HourTallyRepository.HourlyDay;
import laurel.activity.TallyRepository.TallyRange;
import laurel.database.sql.Sql;
import laurel.leaderboard.Group;
import laurel.streak.DayRule;
import laurel.streak.DayRules;
import laurel.streak.StoredDayRule;

/** Reads daily tallies. */
@Singleton
public class Tallies {
    private final Sql sql;
    private final DayRules rules;
    private final TallyRepository repository;
    private final HourTallyRepository hours;

    Tallies(Sql sql, DayRules rules, TallyRepository repository, HourTallyRepository hours) {
        this.sql = sql;
        this.rules = rules;
        this.repository = repository;
        this.hours = hours;
    }

    /** Returns the tallies of ranges of days. Ranges without activity, or with an unknown day rule, are absent. */
    public Map<TallyRange, List<DailyTally>> ofRanges(int app, Set<TallyRange> ranges) {
        return sql.connected(() -> {
            Map<DayRule, Integer> ids =
                    rules.ofApp(app).stream().collect(Collectors.toMap(StoredDayRule::rule, StoredDayRule::id));
            List<TallyRange> known = ranges.stream()
                    .filter(range -> ids.containsKey(range.dayRule()))
                    .toList();
            return known.isEmpty()
                    ? Map.of()
                    : repository.ofRanges(
                            known.stream()
                                    .map(range -> ids.get(range.dayRule()))
                                    .toList(),
                            known);
        });
    }

    /** Returns the tallies of days, each without the events that a burst rule mutes. Days without such activity are absent. */
    public Map<CountedDay, DailyTally> counted(Collection<CountedDay> days) {
        return days.isEmpty() ? Map.of() : repository.of(days);
    }

    /**
     * Returns for each day, in the same order, the tally of its events up to the end of each hour, by the start of the hour. Hours
     * in which nothing was counted are absent. Empty for a day that may have had events that are no longer retained. Reads the
     * events of the days, and of their actors on these days.
     */
    public List<Optional<SortedMap<Instant, DailyTally>>> upToHours(List<HourlyDay> days) {
        return hours.list(days);
    }

    /**
     * Returns all tallies by a day rule in a range of days, ordered by participant and day. To be read within a transaction, which
     * fetches them in parts, and closed.
     *
     * @param endDate inclusive
     */
    public Stream<DailyTally> between(int dayRuleId, LocalDate startDate, LocalDate endDate) {
        return repository.between(dayRuleId, startDate, endDate);
    }

    /** Returns the known groups of participants, by id. */
    public Map<Long, Group> groups(Collection<Long> participants) {
        return repository.groups(participants);
    }
}
