package laurel.scoring.day;

import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import laurel.activity.Backlog;
import laurel.activity.ParticipantDay;
import laurel.leaderboard.Leaderboard;
import laurel.score.submission.PendingSubmissions;
import laurel.scoring.day.ScoringContext.ReceivedChange;
import laurel.scoring.day.ScoringContext.ReceivedTimes;
import laurel.streak.DayRules;
import laurel.window.CloseHold;

/**
 * Submits the scores of days to later windows after the day, once for all its changes: at most two of the windows of a definition
 * that contain a day are of the present on it, or next. All others become so two days later at the earliest. What later windows
 * have not received is submitted at once if the participant's entries are removed, move to other groups, or are erased.
 */
@Singleton
class LaterScores implements Backlog, CloseHold, PendingSubmissions {
    /** Maximum number of scores that one transaction submits: each changes as many entries as a new score changes in three days. */
    private static final int MAX_SCORES = 100;

    private final DayScoreRepository repository;
    private final ChangedDayBacklog changedDays;
    private final DayScoreWriter writer;
    private final ScoreDifferenceSubmitter submitter;
    private final DayRules dayRules;
    private final Clock clock;

    LaterScores(
            DayScoreRepository repository,
            ChangedDayBacklog changedDays,
            DayScoreWriter writer,
            ScoreDifferenceSubmitter submitter,
            DayRules dayRules,
            Clock clock) {
        this.repository = repository;
        this.changedDays = changedDays;
        this.writer = writer;
        this.submitter = submitter;
        this.dayRules = dayRules;
        this.clock = clock;
    }

    @Override
    public String name() {
        return "later-windows";
    }

    @Override
    public List<Integer> apps() {
        return repository.laterDueApps(clock.instant());
    }

    @Override
    public long size(int limit) {
        return repository.countLaterDue(clock.instant(), limit);
    }

    @Override
    public void prepare(Instant now) {
        submitter.prepare(now);
    }

    @Override
    public void lock(int app, DayRules rules) {
        rules.lockScores(app);
    }

    /** Windows accept scores as of the time when they are due. */
    @Override
    public int processPart(int app, int size, Instant now) {
        List<StoredPillarScore> due = repository.laterDue(app, now, MAX_SCORES);
        submit(app, due, now);
        return due.isEmpty() ? 0 : 1;
    }

    private void submit(int app, List<StoredPillarScore> due, Instant now) {
        List<ReceivedChange> times = new ArrayList<>();
        due.forEach(score -> {
            Instant dueAt = score.laterDueAt();
            if (dueAt != null) {
                ParticipantDay day = score.day().day();
                times.add(new ReceivedChange(day.participantId(), day.day(), day.day(), dueAt));
            }
        });
        writer.submitToLater(app, due, ReceivedTimes.of(times, now));
    }

    @Override
    public Instant closesThrough(Leaderboard leaderboard, Instant now) {
        return repository
                .firstLaterDue(leaderboard.id())
                .filter(dueAt -> dueAt.isBefore(now))
                .orElse(now);
    }

    @Override
    public void catchUp(int app, long participant, Instant now) {
        changedDays.scoreOf(app, participant, now);
    }

    @Override
    public void lock(int app) {
        if (repository.hasPolicies(app)) {
            dayRules.lockScores(app);
        }
    }

    @Override
    public void submit(int app, Collection<Integer> leaderboards, long participant, Instant now) {
        if (!leaderboards.isEmpty()) {
            submit(app, repository.laterOf(app, participant, leaderboards), now);
        }
    }
}
