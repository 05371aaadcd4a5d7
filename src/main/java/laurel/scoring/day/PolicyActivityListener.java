package laurel.scoring.day;

import static java.util.stream.Collectors.toSet;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import laurel.activity.ActivityListener;
import laurel.activity.Tallies;
import laurel.activity.TallyChanges;
import laurel.streak.run.StreakChange;
import laurel.streak.run.StreakListener;

/** Scores days after changes of tallies and streaks. */
@Singleton
class PolicyActivityListener implements ActivityListener, StreakListener {
    private final DayScoreWriter scores;
    private final ScoreDifferenceSubmitter submitter;
    private final Tallies tallies;

    PolicyActivityListener(DayScoreWriter scores, ScoreDifferenceSubmitter submitter, Tallies tallies) {
        this.scores = scores;
        this.submitter = submitter;
        this.tallies = tallies;
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
        scores.update(changes.app(), changes.days(), changes.streaks(), changes.groups(), now);
    }

    @Override
    public void streaksChanged(int app, Collection<StreakChange> changes, Instant now) {
        Set<Long> participants =
                changes.stream().map(StreakChange::participantId).collect(toSet());
        scores.update(app, List.of(), changes, tallies.groups(participants), now);
    }
}
