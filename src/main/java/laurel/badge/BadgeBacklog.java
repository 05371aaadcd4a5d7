package laurel.badge;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.List;
import laurel.streak.BackgroundWork;
import org.jdbi.v3.core.Handle;

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
    public List<Integer> apps(Handle handle) {
        return due.apps(handle);
    }

    @Override
    public long left(Handle handle, int most) {
        return due.count(handle, most);
    }

    @Override
    public boolean part(Handle transaction, int app, Instant now) {
        return badges.part(transaction, app, now);
    }
}
