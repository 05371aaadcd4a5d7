package laurel.scoring.day;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micronaut.context.annotation.Value;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import laurel.activity.Backlog;
import laurel.activity.ParticipantDay;
import laurel.activity.TallyChanges;
import laurel.database.partition.PartitionRetry;
import laurel.database.signal.Signal;
import laurel.database.signal.Signal.Topic;
import laurel.database.signal.Signals;
import laurel.database.sql.Sql;
import laurel.leaderboard.Leaderboard;
import laurel.scoring.day.ChangedDayRepository.ChangedDay;
import laurel.scoring.day.ScoringContext.ReceivedChange;
import laurel.scoring.day.ScoringContext.ReceivedTimes;
import laurel.streak.DayRules;
import laurel.streak.run.StreakChange;
import laurel.window.CloseHold;
import org.jspecify.annotations.Nullable;

/**
 * Scores changed days that are too many for the transaction that changed them. While it does, events are counted. Tallies and
 * streaks that change meanwhile are scored again, because their transaction adds their days again. Days that have changed several
 * times are scored once. Windows are not closed before the changes that they accept are scored.
 */
@Singleton
class ChangedDayBacklog implements Backlog, CloseHold {
    /** Changes that are read for each day that is scored, so that days with many changes are scored once. */
    private static final int CHANGES_PER_DAY = 5;
    /**
     * Maximum number of days that one transaction scores. With eighty rankings of a leaderboard for each day, the moves of its
     * entries are still stored in the outbox ({@code laurel.outbox.max-moves}). So many days take a quarter of a second; parts of
     * 50 ms would score less than half as many days in the same time, and scores would follow later.
     */
    private static final int MAX_DAYS = 100;

    /** If requests of an app arrive at the same time, its days are scored in the background for this long. */
    private static final Duration BUSY = Duration.ofSeconds(1);

    private final Cache<Integer, Boolean> busy =
            Caffeine.newBuilder().expireAfterWrite(BUSY).build();
    private final ChangedDayRepository repository;
    private final DayScoreWriter scores;
    private final ScoreDifferenceSubmitter submitter;
    private final Sql sql;
    private final DayRules dayRules;
    private final Signals signals;
    private final Clock clock;
    private final int maxDays;
    private final int immediateDays;
    /** When the first of the remaining changes was received. */
    private final AtomicReference<@Nullable Instant> oldest = new AtomicReference<>();

    /**
     * @param maxDays       maximum number of participants' days that one transaction scores
     * @param immediateDays maximum number of participants' days that the transaction of a batch of events scores itself
     */
    ChangedDayBacklog(
            ChangedDayRepository repository,
            DayScoreWriter scores,
            ScoreDifferenceSubmitter submitter,
            Sql sql,
            DayRules dayRules,
            Signals signals,
            Clock clock,
            MeterRegistry meters,
            @Value("${laurel.activity.batch-size:200}") int maxDays,
            @Value("${laurel.activity.immediate-days:20}") int immediateDays) {
        this.repository = repository;
        this.scores = scores;
        this.submitter = submitter;
        this.sql = sql;
        this.dayRules = dayRules;
        this.signals = signals;
        this.clock = clock;
        this.maxDays = Math.min(maxDays, MAX_DAYS);
        this.immediateDays = immediateDays;
        Gauge.builder("laurel.scoring.lag", this, ChangedDayBacklog::lagSeconds)
                .description("Age of the oldest activity whose day remains to be scored")
                .baseUnit("seconds")
                .register(meters);
    }

    /**
     * Scores the changes of the caller's transaction, which holds the lock of what is counted, or stores them: if they are many, if
     * several requests have arrived at the same time, or if other days are being scored. A transaction that scores few days costs
     * almost as much as one that scores many.
     */
    void scoreOrAdd(TallyChanges changes, Instant now) {
        if (changes.shared()) {
            busy.put(changes.app(), true);
        }
        if (changes.days().size() <= immediateDays
                && busy.getIfPresent(changes.app()) == null
                && dayRules.tryLockScores(changes.app())) {
            scores.update(changes.app(), changes.days(), changes.otherStreaks(), ReceivedTimes.all(now));
        } else {
            List<ChangedDay> added = new ArrayList<>();
            changes.days().forEach(day -> added.add(ChangedDay.of(day, now)));
            changes.otherStreaks().forEach(change -> added.add(ChangedDay.of(change, now)));
            repository.add(changes.app(), added);
            signals.afterCommit(List.of(new Signal(Topic.BACKLOG, changes.app())));
        }
    }

    @Override
    public String name() {
        return "changed-days";
    }

    @Override
    public List<Integer> apps() {
        return repository.apps();
    }

    @Override
    public long size(int limit) {
        oldest.set(repository.oldest().orElse(null));
        return repository.count(limit);
    }

    @Override
    public boolean isAwaited(int app, Instant until) {
        return repository
                .oldestOfApp(app)
                .filter(received -> !received.isAfter(until))
                .isPresent();
    }

    @Override
    public void prepare(Instant now) {
        submitter.prepare(now);
    }

    @Override
    public void lock(int app, DayRules rules) {
        rules.lockScores(app);
    }

    @Override
    public int processPart(int app, int size, Instant now) {
        List<ChangedDay> taken = repository.take(app, CHANGES_PER_DAY * maxDays, maxDays);
        if (taken.isEmpty()) {
            return 0;
        }
        score(app, taken, now);
        return 1;
    }

    /**
     * Scores the changes of a participant that were stored before, in transactions of its own, so that they do not count after what
     * the caller does next.
     */
    void scoreOf(int app, long participant, Instant now) {
        boolean more = sql.connected(() -> repository.hasOf(app, participant));
        while (more) {
            submitter.prepare(now);
            more = PartitionRetry.inTransaction(sql, () -> {
                dayRules.lockScores(app);
                List<ChangedDay> taken = repository.takeOf(app, participant, maxDays);
                score(app, taken, now);
                return taken.stream().map(ChangedDay::startDate).distinct().count() == maxDays;
            });
        }
    }

    private void score(int app, List<ChangedDay> taken, Instant now) {
        Set<ParticipantDay> days = new HashSet<>();
        List<StreakChange> streaks = new ArrayList<>();
        for (ChangedDay one : taken) {
            long participant = one.participantId();
            LocalDate start = one.startDate();
            if (one.dayRuleId() != null) {
                days.add(new ParticipantDay(one.dayRuleId(), participant, start));
            } else if (one.streakId() != null) {
                streaks.add(new StreakChange(one.streakId(), participant, start, one.endDate(), one.endLength()));
            }
        }
        List<ReceivedChange> received = taken.stream().map(ChangedDay::received).toList();
        scores.update(app, days, streaks, ReceivedTimes.of(received, now));
    }

    @Override
    public Instant closesThrough(Leaderboard leaderboard, Instant now) {
        return repository
                .oldestOf(leaderboard.id())
                .filter(received -> received.isBefore(now))
                .orElse(now);
    }

    private double lagSeconds() {
        Instant first = oldest.get();
        return first == null
                ? 0
                : Math.max(0, Duration.between(first, clock.instant()).toMillis()) / 1000.0;
    }
}
