package laurel.policy;

import static java.util.stream.Collectors.toSet;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import laurel.activity.ActivityFollower;
import laurel.activity.CountedActivity;
import laurel.activity.Tallies;
import laurel.streak.StreakChange;
import laurel.streak.StreakListener;

/** Scores days again whenever activity, or somebody, has changed what they come to. */
@Singleton
class PolicyFollower implements ActivityFollower, StreakListener {
    private final DayScores scores;
    private final DaySubmissions submissions;
    private final Tallies tallies;

    PolicyFollower(DayScores scores, DaySubmissions submissions, Tallies tallies) {
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
    public void counted(CountedActivity counted, Instant now) {
        scores.follow(counted.app(), counted.days(), counted.streaks(), counted.groups(), now);
    }

    @Override
    public void changed(int app, Collection<StreakChange> changes, Instant now) {
        Set<Long> whose = changes.stream().map(StreakChange::participantId).collect(toSet());
        scores.follow(app, List.of(), changes, tallies.groups(whose), now);
    }
}
