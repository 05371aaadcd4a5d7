package laurel.scoring.day;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import laurel.activity.ActivityListener;
import laurel.activity.TallyChanges;
import laurel.scoring.day.ScoringContext.ReceivedTimes;
import laurel.streak.run.StreakChange;
import laurel.streak.run.StreakListener;

/** Scores days after changes of tallies and streaks. */
@Singleton
class PolicyActivityListener implements ActivityListener, StreakListener {
    private final DayScoreWriter scores;
    private final ScoreDifferenceSubmitter submitter;
    private final ChangedDayBacklog backlog;

    PolicyActivityListener(DayScoreWriter scores, ScoreDifferenceSubmitter submitter, ChangedDayBacklog backlog) {
        this.scores = scores;
        this.submitter = submitter;
        this.backlog = backlog;
    }

    @Override
    public void prepare(Instant now) {
        submitter.prepare(now);
    }

    @Override
    public void prepareChange(Instant now) {
        submitter.prepare(now);
    }

    @Override
    public void talliesChanged(TallyChanges changes, Instant now) {
        backlog.scoreOrAdd(changes, now);
    }

    @Override
    public void streaksChanged(int app, Collection<StreakChange> changes, Instant now) {
        scores.update(app, List.of(), changes, ReceivedTimes.all(now));
    }
}
