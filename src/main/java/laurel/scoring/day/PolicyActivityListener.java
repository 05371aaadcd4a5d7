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

/** Scores days again whenever activity, or somebody, has changed what they come to. */
@Singleton
class PolicyActivityListener implements ActivityListener, StreakListener {
    private final DayScoreWriter scores;
    private final ScoreDifferenceSubmitter submissions;
    private final Tallies tallies;

    PolicyActivityListener(DayScoreWriter scores, ScoreDifferenceSubmitter submissions, Tallies tallies) {
        this.scores = scores;
        this.submissions = submissions;
        this.tallies = tallies;
    }

    @Override
    public void prepare(Instant now) {
        submissions.prepare(now);
    }

    @Override
    public void prepareChange(Instant now) {
        submissions.prepare(now);
    }

    @Override
    public void counted(TallyChanges counted, Instant now) {
        scores.follow(counted.app(), counted.days(), counted.streaks(), counted.groups(), now);
    }

    @Override
    public void changed(int app, Collection<StreakChange> changes, Instant now) {
        Set<Long> whose = changes.stream().map(StreakChange::participantId).collect(toSet());
        scores.follow(app, List.of(), changes, tallies.groups(whose), now);
    }
}
