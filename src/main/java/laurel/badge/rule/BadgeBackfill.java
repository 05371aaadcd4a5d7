package laurel.badge.rule;

import io.micronaut.serde.annotation.Serdeable;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import laurel.badge.Badge;
import laurel.badge.BadgeRepository;
import laurel.badge.Badges;
import laurel.badge.award.Awards;
import laurel.badge.rule.RuleSource.Portion;
import laurel.badge.rule.RuleSource.PortionEnd;
import laurel.job.Job;
import laurel.job.JobKind;
import laurel.job.JobWork;
import laurel.job.Jobs;
import laurel.request.ErrorCode;
import laurel.request.RefusedException;
import laurel.request.RequestErrorCode;
import laurel.request.RequestException;
import laurel.streak.DayRules;
import org.jspecify.annotations.Nullable;

/** Awards a badge to all participants that have earned it by stored data. */
@Singleton
public class BadgeBackfill implements JobWork<BadgeBackfill.Parameters, PortionEnd, BadgeBackfill.BackfillBadgeResult> {
    private final BadgeRepository badges;
    private final Awards awards;
    private final DayRules dayRules;
    private final BackfillSource backfill;
    private final Jobs jobs;

    BadgeBackfill(BadgeRepository badges, Awards awards, DayRules dayRules, BackfillSource backfill, Jobs jobs) {
        this.badges = badges;
        this.awards = awards;
        this.dayRules = dayRules;
        this.backfill = backfill;
        this.jobs = jobs;
    }

    /** The badge to award. */
    @Serdeable
    record Parameters(int badgeId) {}

    @Override
    public JobKind kind() {
        return JobKind.BACKFILL_BADGE;
    }

    @Override
    public Types<Parameters, PortionEnd, BackfillBadgeResult> types() {
        return new Types<>(Parameters.class, PortionEnd.class, BackfillBadgeResult.class);
    }

    /** Stores the job. Refuses BADGE_NOT_FOUND, LIMIT_REACHED; the job fails with ACTIVITY_INCOMPLETE. */
    public Job start(int app, String badgeKey, Instant now) {
        Badge badge = badges.byKey(app, badgeKey).orElseThrow(() -> Badges.unknown(badgeKey));
        return jobs.add(app, kind(), new Parameters(badge.id()), now);
    }

    @Override
    public Step<PortionEnd, BackfillBadgeResult> part(
            Part<Parameters, PortionEnd, BackfillBadgeResult> part, Instant now) {
        int id = part.parameters().badgeId;
        Badge badge = badges.byIds(part.app(), List.of(id)).stream().findFirst().orElseThrow(Badges::deleted);
        if (badge.rule().isAboutActivity()) {
            // No other transaction reads the same runs and days.
            dayRules.lock(badge.appId());
        } else {
            badges.lock(Set.of(id));
        }
        Portion portion = portion(badge, part.from(), now);
        int awarded = awards.grant(badge.appId(), List.of(badge), portion.earned(), now)
                .size();
        int before = part.result() == null ? 0 : part.result().awardedCount();
        var result = new BackfillBadgeResult(id, before + awarded);
        PortionEnd next = portion.next();
        return portion.waits() && next != null ? Step.waiting(next, result) : new Step<>(next, result, null);
    }

    private Portion portion(Badge badge, @Nullable PortionEnd after, Instant now) {
        try {
            return backfill.portion(badge, after, now);
        } catch (RequestException e) {
            if (e.code() == RequestErrorCode.ACTIVITY_INCOMPLETE) {
                throw new RefusedException(ErrorCode.ACTIVITY_INCOMPLETE, e.message());
            }
            throw e;
        }
    }

    /**
     * Result of a backfill so far.
     *
     * @param awardedCount number of new awards
     */
    @Serdeable
    public record BackfillBadgeResult(int badgeId, int awardedCount) {}
}
