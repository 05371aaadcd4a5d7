package laurel.badge.rule;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import laurel.activity.ActivityListener;
import laurel.activity.ParticipantDay;
import laurel.activity.TallyChanges;
import laurel.badge.Badge;
import laurel.badge.BadgeRepository;
import laurel.badge.award.Awards;
import laurel.badge.award.EarnedBadge;
import laurel.streak.run.StreakChange;
import laurel.streak.run.StreakListener;

/** Awards badges that are earned by activity, freezes or amnesties, in the transaction that records these. */
@Singleton
class BadgeActivityListener implements ActivityListener, StreakListener {
    /** After the listeners that submit scores: the event log is locked last. */
    private static final int ORDER = 100;

    private final BadgeRepository badges;
    private final ActivityRules activities;
    private final TallyRules tallies;
    private final Awards awards;

    BadgeActivityListener(BadgeRepository badges, ActivityRules activities, TallyRules tallies, Awards awards) {
        this.badges = badges;
        this.activities = activities;
        this.tallies = tallies;
        this.awards = awards;
    }

    @Override
    public int getOrder() {
        return ORDER;
    }

    @Override
    public void talliesChanged(TallyChanges changes, Instant now) {
        award(changes.app(), badge -> true, changes.days(), changes.streaks(), now);
    }

    @Override
    public void streaksChanged(int app, Collection<StreakChange> changes, Instant now) {
        award(app, badge -> true, Set.of(), changes, now);
    }

    /** A badge that was enabled later would be awarded only to those participants whose activity is added after that. */
    @Override
    public void streaksBackfilled(int app, Collection<StreakChange> changes, Instant startedAt, Instant now) {
        award(app, badge -> badge.enabledAt().isBefore(startedAt), Set.of(), changes, now);
    }

    private void award(
            int app,
            Predicate<Badge> awarded,
            Set<ParticipantDay> days,
            Collection<StreakChange> changes,
            Instant now) {
        if (days.isEmpty() && changes.isEmpty()) {
            return;
        }
        List<Badge> followed =
                badges.awarded(app, activities.kinds()).stream().filter(awarded).toList();
        List<EarnedBadge> earned = Stream.concat(
                        activities.byStreaks(app, followed, changes).stream(),
                        tallies.follow(app, followed, days, now).stream())
                .toList();
        awards.grant(app, followed, earned, now);
    }
}
