package laurel.badge;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.List;
import laurel.streak.BackgroundWork;

/** Looks in the background at the days by which badges may have been earned. */
@Singleton
class BadgeBacklog implements BackgroundWork {
    private final DueBadgeRepository due;
    private final TallyBadges badges;

    BadgeBacklog(DueBadgeRepository due, TallyBadges badges) {
        this.due = due;
        this.badges = badges;
    }

    @Override
    public String name() {
        return "badges";
    }

    @Override
    public List<Integer> apps() {
        return due.apps();
    }

    @Override
    public long left(int most) {
        return due.count(most);
    }

    @Override
    public boolean part(int app, Instant now) {
        return badges.part(app, now);
    }
}
