package laurel.streak;

import io.micronaut.context.annotation.Value;
import io.micronaut.core.annotation.Introspected;
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
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import laurel.database.sql.Numbered;
import laurel.database.sql.Sql;
import laurel.leaderboard.LeaderboardFilter.ArchivedFilter;
import laurel.request.ErrorCode;
import laurel.request.ListRequest;
import laurel.request.RefusedException;
import laurel.streak.backfill.StreakBackfill;
import laurel.streak.backfill.StreakCompletion;
import laurel.streak.run.StreakChange;
import laurel.streak.run.StreakCounting;
import laurel.streak.run.StreakDay;
import laurel.streak.run.StreakDayRepository;
import laurel.streak.run.StreakOf;
import laurel.streak.run.StreakReadRepository;
import laurel.streak.run.StreakRun;
import org.jspecify.annotations.Nullable;

/** Keeps streaks. */
@Singleton
public class Streaks {
    private final Sql sql;
    private final DayRules dayRules;
    private final StreakRepository repository;
    private final StreakDayRepository days;
    private final StreakCounting counting;
    private final StreakCompletion fill;
    private final StreakReadRepository reads;
    private final int most;

    /** @param most streaks of one app */
    Streaks(
            Sql sql,
            DayRules dayRules,
            StreakRepository repository,
            StreakDayRepository days,
            StreakCounting counting,
            StreakCompletion fill,
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
     * Creates a streak, with everything that was counted by its day rule before. If that is much, {@link StreakBackfill}
     * adds the rest. Waits for the app's activity. Refuses, in this order: INVALID_KEY, INVALID_TEXT, LIST_TOO_LONG,
     * INVALID_EVENT_TYPE, KEY_TAKEN, LIMIT_REACHED.
     */
    public Streak create(int app, StreakDefinition definition, Instant now) {
        return create(app, definition, (before, rule) -> false, now);
    }

    /** The same, but an active streak of this key and definition is returned as it is. */
    public Streak createUnlessThere(int app, StreakDefinition definition, Instant now) {
        return create(app, definition, (before, rule) -> !before.isArchived() && definition.fits(before, rule), now);
    }

    private Streak create(int app, StreakDefinition definition, BiPredicate<Streak, StoredDayRule> suits, Instant now) {
        definition.check();
        return sql.inTransaction(() -> {
            dayRules.lock(app);
            StoredDayRule rule = dayRules.use(app, definition.dayRule(), now);
            Streak before = byKey(app, definition.key()).orElse(null);
            if (before != null && suits.test(before, rule)) {
                return before;
            }
            if (before != null) {
                throw new RefusedException(
                        ErrorCode.KEY_TAKEN, "A streak has the key `" + definition.key() + "` already.", "key");
            }
            checkRoom(app, "key");
            long id = repository.insert(app, definition, rule, now);
            fill.begin(repository.byId(id), now);
            return repository.byId(id);
        });
    }

    /** Refuses LIMIT_REACHED if the app has as many streaks that are not archived as it may. */
    void checkRoom(int app, String... path) {
        if (active(app).size() >= most) {
            throw RefusedException.limit(
                    ErrorCode.LIMIT_REACHED,
                    most,
                    "The app has " + most + " streaks that are not archived, which is the maximum.",
                    path);
        }
    }

    /** Changes the name of a streak; null clears it. Refuses STREAK_NOT_FOUND, VERSION_CONFLICT, INVALID_TEXT. */
    public Streak rename(int app, StreakVersion which, @Nullable String name, Instant now) {
        return change(app, which, streak -> {
            StreakDefinition.checkName(name);
            repository.rename(streak.id(), name, now);
        });
    }

    /** Changes nothing, as an update that leaves out everything. Refuses STREAK_NOT_FOUND, VERSION_CONFLICT. */
    public Streak unchanged(int app, StreakVersion which) {
        return change(app, which, streak -> {});
    }

    private Streak change(int app, StreakVersion which, Consumer<Streak> change) {
        return sql.inTransaction(() -> {
            Streak streak = locked(app, which);
            change.accept(streak);
            return repository.byId(streak.id());
        });
    }

    /**
     * The streak that a change names, which nobody else changes until the transaction ends; refuses STREAK_NOT_FOUND and
     * VERSION_CONFLICT.
     */
    Streak locked(int app, StreakVersion which) {
        Streak streak = locked(app, which.streakKey());
        RefusedException.checkVersion("streak", streak.version(), which.expectedVersion());
        return streak;
    }

    /**
     * The streak of this key, which nobody else changes until the transaction ends; refuses STREAK_NOT_FOUND at {@code
     * streakKey}.
     */
    Streak locked(int app, String key) {
        dayRules.lock(app);
        return byKey(app, key)
                .orElseThrow(() -> new RefusedException(
                        ErrorCode.STREAK_NOT_FOUND, "No streak has the key `" + key + "`.", "streakKey"));
    }

    /** The same of one that is not archived; refuses STREAK_ARCHIVED, too. */
    public Streak lockedActive(int app, String key) {
        Streak streak = locked(app, key);
        if (streak.isArchived()) {
            throw new RefusedException(ErrorCode.STREAK_ARCHIVED, "The streak `" + key + "` is archived.", "streakKey");
        }
        return streak;
    }

    /**
     * Follows activity, within the caller's transaction, which holds the lock of the app's activity. The answer
     * says what has changed: streak listeners do not hear of it.
     */
    public List<StreakChange> follow(int app, Collection<DayActivity> activity, Instant now) {
        Map<Long, Streak> streaks = new LinkedHashMap<>();
        active(app).forEach(streak -> streaks.put(streak.id(), streak));
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

    /** The app's streaks that are not archived, ordered by key. */
    public List<Streak> active(int app) {
        return repository.active(app);
    }

    /** The app's streaks, ordered by key, after a key. */
    public List<Streak> list(int app, ListRequest<ArchivedFilter, String> list) {
        return repository.list(app, list);
    }

    /** The app's streaks of these ids, archived or not. */
    public Map<Long, Streak> byIds(int app, Collection<Long> ids) {
        return repository.byIds(app, ids).stream().collect(Collectors.toMap(Streak::id, Function.identity()));
    }

    /**
     * Every streak of the app that is not archived of each of these participants, those without activity too;
     * participants of other apps are absent.
     */
    public Map<Long, List<ParticipantStreak>> of(int app, Collection<Long> participants, Instant now) {
        return sql.connected(() -> of(app, active(app), participants, now));
    }

    /** These streaks of these participants, archived or not; unknown ones are absent. */
    public Map<OwnStreak, ParticipantStreak> byKeys(int app, Set<OwnStreak> asked, Instant now) {
        return sql.connected(() -> {
            List<Streak> found = repository.byKeys(
                    app, asked.stream().map(OwnStreak::key).distinct().toList());
            List<Long> whose =
                    asked.stream().map(OwnStreak::participantId).distinct().toList();
            return of(app, found, whose, now).values().stream()
                    .flatMap(List::stream)
                    .collect(Collectors.toMap(
                            one -> new OwnStreak(
                                    one.participantId(), one.streak().key()),
                            Function.identity()));
        });
    }

    /** A participant's streak of a key. */
    public record OwnStreak(long participantId, String key) {}

    /**
     * A streak that a change names.
     *
     * @param expectedVersion null if any version may be changed
     */
    @Introspected
    public record StreakVersion(String streakKey, @Nullable Integer expectedVersion) {}

    /** These streaks of each of these participants, in the same order. */
    public Map<Long, List<ParticipantStreak>> of(
            int app, List<Streak> streaks, Collection<Long> participants, Instant now) {
        return reads.of(app, streaks, participants, now);
    }

    /** The runs of each of these lists. */
    public Map<ListRequest<StreakOf, LocalDate>, List<StreakRun>> runs(Set<ListRequest<StreakOf, LocalDate>> lists) {
        return reads.listed(List.copyOf(lists));
    }
}
