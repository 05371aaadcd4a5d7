package laurel.streak;

import io.micronaut.context.annotation.Value;
import io.micronaut.core.annotation.Introspected;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import laurel.database.sql.Numbered;
import laurel.database.sql.Sql;
import laurel.leaderboard.LeaderboardFilter.ArchivedFilter;
import laurel.request.ErrorCode;
import laurel.request.ListRequest;
import laurel.request.RefusedException;
import laurel.streak.run.ParticipantStreakId;
import laurel.streak.run.StreakChange;
import laurel.streak.run.StreakDay;
import laurel.streak.run.StreakDayRepository;
import laurel.streak.run.StreakEventCounter;
import laurel.streak.run.StreakPeriod;
import laurel.streak.run.StreakReadRepository;
import laurel.streak.run.StreakReadRepository.LatestRun;
import laurel.streak.run.StreakRun;
import org.jspecify.annotations.Nullable;

/** Creates, counts and finds streaks. */
@Singleton
public class Streaks {
    private final Sql sql;
    private final DayRules dayRules;
    private final StreakRepository repository;
    private final StreakDayRepository days;
    private final StreakEventCounter counter;
    private final StreakBackfill backfill;
    private final StreakReadRepository runs;
    private final int maxStreaks;

    /** @param maxStreaks maximum number of an app's streaks that are not archived */
    Streaks(
            Sql sql,
            DayRules dayRules,
            StreakRepository repository,
            StreakDayRepository days,
            StreakEventCounter counter,
            StreakBackfill backfill,
            StreakReadRepository runs,
            @Value("${laurel.limits.streaks:20}") int maxStreaks) {
        this.sql = sql;
        this.dayRules = dayRules;
        this.repository = repository;
        this.days = days;
        this.counter = counter;
        this.backfill = backfill;
        this.runs = runs;
        this.maxStreaks = maxStreaks;
    }

    /**
     * Creates a streak and adds the activity that was counted by its day rule before; {@link StreakBackfillJob} adds large
     * amounts. Waits for the app's activity lock. Refuses, in this order: INVALID_KEY, INVALID_TEXT, LIST_TOO_LONG,
     * INVALID_EVENT_TYPE, KEY_TAKEN, LIMIT_REACHED.
     */
    public Streak create(int app, StreakDefinition definition, Instant now) {
        return create(app, definition, (existing, dayRule) -> false, now);
    }

    /** Creates a streak, or returns an active one with the same key and definition. Refuses as {@link #create} does. */
    public Streak createIfAbsent(int app, StreakDefinition definition, Instant now) {
        return create(
                app,
                definition,
                (existing, dayRule) -> !existing.isArchived() && definition.matches(existing, dayRule),
                now);
    }

    private Streak create(
            int app, StreakDefinition definition, BiPredicate<Streak, StoredDayRule> isSame, Instant now) {
        definition.check();
        return sql.inTransaction(() -> {
            dayRules.lock(app);
            StoredDayRule dayRule = dayRules.use(app, definition.dayRule(), now);
            Streak existing = byKey(app, definition.key()).orElse(null);
            if (existing != null && isSame.test(existing, dayRule)) {
                return existing;
            }
            if (existing != null) {
                throw new RefusedException(
                        ErrorCode.KEY_TAKEN, "A streak with the key `" + definition.key() + "` already exists.", "key");
            }
            checkCount(app, "key");
            long id = repository.insert(app, definition, dayRule, now);
            backfill.begin(repository.byId(id), now);
            return repository.byId(id);
        });
    }

    /** Refuses LIMIT_REACHED if the app has the maximum number of streaks that are not archived. */
    void checkCount(int app, String... path) {
        if (active(app).size() >= maxStreaks) {
            throw RefusedException.limit(
                    ErrorCode.LIMIT_REACHED,
                    maxStreaks,
                    "The app has " + maxStreaks + " streaks that are not archived, which is the maximum.",
                    path);
        }
    }

    /** Changes the name of a streak; null clears it. Refuses STREAK_NOT_FOUND, VERSION_CONFLICT, INVALID_TEXT. */
    public Streak rename(int app, StreakVersion expected, @Nullable String name, Instant now) {
        return change(app, expected, streak -> {
            StreakDefinition.checkName(name);
            repository.rename(streak.id(), name, now);
        });
    }

    /** Returns a streak that an update does not change. Refuses STREAK_NOT_FOUND, VERSION_CONFLICT. */
    public Streak unchanged(int app, StreakVersion expected) {
        return change(app, expected, streak -> {});
    }

    private Streak change(int app, StreakVersion expected, Consumer<Streak> change) {
        return sql.inTransaction(() -> {
            Streak streak = locked(app, expected);
            change.accept(streak);
            return repository.byId(streak.id());
        });
    }

    /**
     * Returns a streak and locks it until the caller's transaction ends. Refuses STREAK_NOT_FOUND and VERSION_CONFLICT.
     */
    Streak locked(int app, StreakVersion expected) {
        Streak streak = locked(app, expected.streakKey());
        RefusedException.checkVersion("streak", streak.version(), expected.expectedVersion());
        return streak;
    }

    /**
     * Returns a streak and locks it until the caller's transaction ends. Refuses STREAK_NOT_FOUND at {@code streakKey}.
     */
    Streak locked(int app, String key) {
        dayRules.lock(app);
        return byKey(app, key).orElseThrow(() -> unknown(key, "streakKey"));
    }

    public static RefusedException unknown(String key, String... path) {
        return new RefusedException(ErrorCode.STREAK_NOT_FOUND, "No streak has the key `" + key + "`.", path);
    }

    /** Returns and locks a streak that is not archived. Also refuses STREAK_ARCHIVED. */
    public Streak lockedActive(int app, String key) {
        Streak streak = locked(app, key);
        if (streak.isArchived()) {
            throw new RefusedException(ErrorCode.STREAK_ARCHIVED, "The streak `" + key + "` is archived.", "streakKey");
        }
        return streak;
    }

    /**
     * Counts activity within the caller's transaction, which holds the app's activity lock. Returns the changes, and does not
     * notify streak listeners.
     *
     * @param active the app's streaks that are not archived
     */
    public List<StreakChange> count(List<Streak> active, Collection<DayActivity> activity) {
        Map<Long, Streak> streaks = new LinkedHashMap<>();
        active.forEach(streak -> streaks.put(streak.id(), streak));
        return counter.count(periods(streaks.values()), eventCounts(streaks.values(), activity));
    }

    /** Returns the changes of the numbers of events per day of each streak. */
    private static Map<StreakDay, Integer> eventCounts(Collection<Streak> streaks, Collection<DayActivity> activity) {
        Map<StreakDay, Integer> counts = new HashMap<>();
        for (DayActivity one : activity) {
            streaks.stream().filter(streak -> streak.counts(one)).forEach(streak -> {
                LocalDate day = streak.period().startOf(one.day());
                counts.merge(new StreakDay(streak.id(), one.participantId(), day), one.eventCount(), Integer::sum);
            });
        }
        counts.values().removeIf(count -> count == 0);
        return counts;
    }

    /**
     * Returns the length of each streak on its day: the number of active days up to that day, inclusive. 0 if the day is
     * neither active nor covered.
     */
    public Map<StreakDay, Integer> lengths(Collection<StreakDay> streakDays) {
        Map<StreakDay, Integer> lengths = new HashMap<>();
        streakDays.forEach(day -> lengths.put(day, 0));
        if (!lengths.isEmpty()) {
            List<StreakDay> distinct = List.copyOf(lengths.keySet());
            lengths.putAll(Numbered.map(distinct, days.lengths(distinct)));
        }
        return lengths;
    }

    /** Returns a streak; empty if it does not exist. */
    public Optional<Streak> byKey(int app, String key) {
        return repository.byKey(app, key);
    }

    /** Returns the app's streaks that are not archived, ordered by key. */
    public List<Streak> active(int app) {
        return repository.active(app);
    }

    /** Does the same together with the next statement of the transaction. */
    public Supplier<List<Streak>> activeLater(int app) {
        return sql.later(() -> active(app));
    }

    /** Returns the app's streaks after a key, ordered by key. */
    public List<Streak> list(int app, ListRequest<ArchivedFilter, String> list) {
        return repository.list(app, list);
    }

    /** Returns streaks by id, including archived ones. */
    public Map<Long, Streak> byIds(int app, Collection<Long> ids) {
        return repository.byIds(app, ids).stream().collect(Collectors.toMap(Streak::id, Function.identity()));
    }

    /**
     * Returns the state of each participant in all streaks that are not archived, including streaks without activity.
     * Participants of other apps are absent.
     */
    public Map<Long, List<ParticipantStreak>> of(int app, Collection<Long> participants, Instant now) {
        return sql.connected(() -> of(app, active(app), participants, now));
    }

    /** Returns streaks of participants by key, including archived ones. Unknown ones are absent. */
    public Map<ParticipantStreakKey, ParticipantStreak> byKeys(int app, Set<ParticipantStreakKey> keys, Instant now) {
        return sql.connected(() -> {
            List<Streak> found = repository.byKeys(
                    app,
                    keys.stream()
                            .map(ParticipantStreakKey::streakKey)
                            .distinct()
                            .toList());
            List<Long> participants = keys.stream()
                    .map(ParticipantStreakKey::participantId)
                    .distinct()
                    .toList();
            return of(app, found, participants, now).values().stream()
                    .flatMap(List::stream)
                    .collect(Collectors.toMap(
                            one -> new ParticipantStreakKey(
                                    one.participantId(), one.streak().key()),
                            Function.identity()));
        });
    }

    /** Identifies a participant's streak by the streak's key. */
    public record ParticipantStreakKey(long participantId, String streakKey) {}

    /**
     * A streak to change.
     *
     * @param expectedVersion version that the streak must have; null for any version
     */
    @Introspected
    public record StreakVersion(String streakKey, @Nullable Integer expectedVersion) {}

    /** Returns the states of participants in streaks, in the order of the streaks. */
    public Map<Long, List<ParticipantStreak>> of(
            int app, List<Streak> streaks, Collection<Long> participants, Instant now) {
        List<StoredDayRule> rules = dayRules.withTimeZones(
                app,
                streaks.stream()
                        .map(streak -> StoredDayRule.of(streak.dayRuleId(), streak.dayRule()))
                        .toList());
        Map<Long, List<ParticipantStreak>> states = new HashMap<>();
        for (LatestRun latest : runs.latest(app, periods(streaks), participants)) {
            states.computeIfAbsent(latest.participantId(), id -> new ArrayList<>())
                    .add(ParticipantStreak.at(now, streaks.get(latest.n()), latest, rules.get(latest.n())));
        }
        return states;
    }

    /** Returns the periods of streaks by id, in the order of the streaks. */
    private static Map<Long, StreakPeriod> periods(Collection<Streak> streaks) {
        Map<Long, StreakPeriod> periods = new LinkedHashMap<>();
        streaks.forEach(streak -> periods.put(streak.id(), streak.period()));
        return periods;
    }

    /** Returns pages of runs, newest first. Empty pages are absent. */
    public Map<ListRequest<ParticipantStreakId, LocalDate>, List<StreakRun>> runs(
            Set<ListRequest<ParticipantStreakId, LocalDate>> pages) {
        return runs.pages(List.copyOf(pages));
    }
}
