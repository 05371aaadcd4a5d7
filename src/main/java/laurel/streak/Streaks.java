package laurel.streak;

import io.micronaut.context.annotation.Value;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import laurel.database.Numbered;
import laurel.database.Sql;
import laurel.streak.StreakReadRepository.RunList;

/** Keeps streaks. */
@Singleton
public class Streaks {
    private final Sql sql;
    private final DayRules dayRules;
    private final StreakRepository repository;
    private final StreakDayRepository days;
    private final StreakCounting counting;
    private final StreakFill fill;
    private final StreakReadRepository reads;
    private final int most;

    /** @param most streaks of one app */
    Streaks(
            Sql sql,
            DayRules dayRules,
            StreakRepository repository,
            StreakDayRepository days,
            StreakCounting counting,
            StreakFill fill,
            StreakReadRepository reads,
            @Value("${laurel.limits.streaks:20}") int most) {
        this.sql = sql;
        this.dayRules = dayRules;
        this.repository = repository;
        this.days = days;
        this.counting = counting;
        this.fill = fill;
        this.reads = reads;
        this.most = most;
    }

    /**
     * Makes a streak, of all that was counted by its rule for days before, or gives the one that there is another name. Of what was
     * counted, many days are left to {@link StreakFilling}. Waits for the app's activity. Refuses, in this order: INVALID_KEY,
     * INVALID_TEXT, INVALID_STREAK.
     */
    public Streak define(int app, StreakDefinition definition, Instant now) {
        return sql.inTransaction(() -> {
            definition.check();
            dayRules.lock(app);
            StoredDayRule rule = dayRules.use(app, definition.days(), now);
            byKey(app, definition.key())
                    .ifPresentOrElse(
                            before -> rename(before, definition, rule), () -> make(app, definition, rule, now));
            return byKey(app, definition.key()).orElseThrow();
        });
    }

    private void rename(Streak before, StreakDefinition definition, StoredDayRule rule) {
        if (!definition.fits(before, rule)) {
            throw StreakDefinition.invalid("There is a streak of this key, and it goes by something else.", "key");
        }
        if (definition.name() != null) {
            repository.rename(before.id(), definition.name());
        }
    }

    private void make(int app, StreakDefinition definition, StoredDayRule rule, Instant now) {
        if (ofApp(app).size() >= most) {
            throw StreakDefinition.invalid("An app has at most " + most + " streaks.", "key");
        }
        long id = repository.insert(app, definition, rule, now);
        fill.begin(repository.byId(id));
    }

    /**
     * Follows activity, within the caller's transaction, which holds the lock of the app's activity. The answer
     * says what has changed: streak listeners do not hear of it.
     */
    public List<StreakChange> follow(int app, Collection<DayActivity> activity, Instant now) {
        Map<Long, Streak> streaks = new LinkedHashMap<>();
        ofApp(app).forEach(streak -> streaks.put(streak.id(), streak));
        return counting.count(streaks, events(streaks.values(), activity));
    }

    /** How many more events each day of each streak has. */
    private static Map<StreakDay, Integer> events(Collection<Streak> streaks, Collection<DayActivity> activity) {
        Map<StreakDay, Integer> events = new HashMap<>();
        for (DayActivity one : activity) {
            streaks.stream().filter(streak -> streak.goesBy(one)).forEach(streak -> {
                LocalDate day = streak.unit().of(one.day());
                events.merge(new StreakDay(streak.id(), one.participantId(), day), one.events(), Integer::sum);
            });
        }
        events.values().removeIf(count -> count == 0);
        return events;
    }

    /**
     * How many days (weeks) that count each streak had on its day, that day included, whether the day itself counts or is
     * covered; 0 where it is neither. Every one asked for is there.
     */
    public Map<StreakDay, Integer> lengths(Collection<StreakDay> asked) {
        Map<StreakDay, Integer> lengths = new HashMap<>();
        asked.forEach(day -> lengths.put(day, 0));
        if (!lengths.isEmpty()) {
            List<StreakDay> each = List.copyOf(lengths.keySet());
            lengths.putAll(Numbered.map(each, days.lengths(each)));
        }
        return lengths;
    }

    /** The streak of this key; empty where the app has none. */
    public Optional<Streak> byKey(int app, String key) {
        return repository.byKey(app, key);
    }

    /** The app's streaks, in the order in which they were defined. */
    public List<Streak> ofApp(int app) {
        return repository.ofApp(app);
    }

    /** Every streak of the app of each of these participants, those without activity too; participants of other apps are absent. */
    public Map<Long, List<ParticipantStreak>> of(int app, Collection<Long> participants, Instant now) {
        return sql.connected(() -> of(app, ofApp(app), participants, now));
    }

    /** These streaks of each of these participants, in the same order. */
    Map<Long, List<ParticipantStreak>> of(int app, List<Streak> streaks, Collection<Long> participants, Instant now) {
        return reads.of(app, streaks, participants, now);
    }

    /** The runs of each of these lists. */
    Map<RunList, List<StreakRun>> runs(Set<RunList> lists) {
        Map<RunList, List<StreakRun>> found = reads.listed(List.copyOf(lists));
        return lists.stream()
                .collect(Collectors.toMap(Function.identity(), list -> found.getOrDefault(list, List.of())));
    }
}
