package laurel.badge;

import io.micronaut.scheduling.annotation.Scheduled;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.List;
import laurel.Background;
import laurel.Serving;
import laurel.streak.BackgroundParts;
import laurel.streak.BackgroundWork;
import org.jdbi.v3.core.Handle;

/** Looks in the background at the days by which badges may have been earned. */
@Singleton
@Serving
class BadgeBacklog implements BackgroundWork {
    private final BackgroundParts parts;
    private final DueBadgeRepository due;
    private final TallyBadges badges;

    BadgeBacklog(BackgroundParts parts, DueBadgeRepository due, TallyBadges badges) {
        this.parts = parts;
        this.due = due;
        this.badges = badges;
    }

    @Scheduled(fixedDelay = "${laurel.activity.every:1s}", initialDelay = "${laurel.activity.every:1s}")
    @Background
    void run() {
        drain();
    }

    /** Looks at all days that are due, except those that another node is at. */
    void drain() {
        parts.drain(this);
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
