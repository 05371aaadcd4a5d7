package laurel.badge.award;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import laurel.badge.Badge;
import laurel.badge.BadgeRepository;
import laurel.badge.Badges;
import laurel.badge.Recurrence;
import laurel.badge.RuleKind;
import laurel.database.sql.Sql;
import laurel.participant.ParticipantInput;
import laurel.participant.ParticipantLocks;
import laurel.participant.Participants;
import laurel.request.ErrorCode;
import laurel.request.RefusedException;
import laurel.request.Text;
import org.jspecify.annotations.Nullable;

/** Awards badges of kind MANUAL, and revokes and restores awards of every kind. */
@Singleton
public class ManualAwards {
    private static final int MAX_PERIOD = 64;

    private final Sql sql;
    private final BadgeRepository repository;
    private final AwardRepository awarded;
    private final Awards awards;
    private final Participants participants;
    private final ParticipantLocks locks;

    ManualAwards(
            Sql sql,
            BadgeRepository repository,
            AwardRepository awarded,
            Awards awards,
            Participants participants,
            ParticipantLocks locks) {
        this.sql = sql;
        this.repository = repository;
        this.awarded = awarded;
        this.awards = awards;
        this.participants = participants;
        this.locks = locks;
    }

    /**
     * Awards a badge of kind MANUAL. Returns the existing award unchanged if there is one, even a revoked one. Refuses,
     * in this order: INVALID_EXTERNAL_ID, INVALID_TEXT, INVALID_URL, INVALID_TIME_ZONE, INVALID_METADATA,
     * INVALID_ENTITY_TYPE, BADGE_NOT_FOUND, BADGE_NOT_MANUAL, BADGE_DISABLED, FIELD_REQUIRED, FIELD_NOT_ALLOWED.
     */
    public BadgeAward award(
            int app,
            String key,
            ParticipantInput given,
            @Nullable String period,
            @Nullable String reason,
            Instant now) {
        checkParticipant(given);
        if (reason != null) {
            Text.line(reason, Text.MAX_NAME, ErrorCode.INVALID_TEXT, "reason");
        }
        return sql.inTransaction(() -> {
            Badge badge = repository.byKey(app, key).orElseThrow(() -> Badges.unknown(key));
            checkManual(badge, period);
            participants.checkGroups(app, given, "participant");
            long participant = locks.findOrCreate(app, given, now);
            EarnedBadge earned = new EarnedBadge(
                    badge.id(), participant, Objects.requireNonNullElse(period, ""), null, null, reason, null);
            awards.grant(app, List.of(badge), List.of(earned), now);
            return awarded.find(earned.key()).orElseThrow();
        });
    }

    private static void checkParticipant(ParticipantInput given) {
        try {
            given.checked();
        } catch (RefusedException e) {
            throw new RefusedException(e.refusal().within("participant"));
        }
    }

    private static void checkManual(Badge badge, @Nullable String period) {
        if (badge.rule().kind() != RuleKind.MANUAL) {
            throw new RefusedException(
                    ErrorCode.BADGE_NOT_MANUAL,
                    "The badge `" + badge.key() + "` has a " + badge.rule().kind()
                            + " rule; only badges with a MANUAL rule can be awarded.",
                    "badgeKey");
        }
        if (!badge.enabled()) {
            throw new RefusedException(
                    ErrorCode.BADGE_DISABLED,
                    "The badge `" + badge.key() + "` is DISABLED; only ENABLED badges can be awarded.",
                    "badgeKey");
        }
        boolean each = badge.recurrence() == Recurrence.EACH_PERIOD;
        if (each && period == null) {
            throw new RefusedException(
                    ErrorCode.FIELD_REQUIRED,
                    "`period` must be set, because the badge is awarded EACH_PERIOD.",
                    "period");
        }
        if (!each && period != null) {
            throw new RefusedException(
                    ErrorCode.FIELD_NOT_ALLOWED, "`period` must be null, because the badge is awarded ONCE.", "period");
        }
        if (period != null) {
            Text.line(period, MAX_PERIOD, ErrorCode.INVALID_TEXT, "period");
        }
    }

    /**
     * Revokes an award. Returns an award that was revoked manually before unchanged. Refuses, in this order: INVALID_TEXT,
     * BADGE_AWARD_NOT_FOUND.
     */
    public BadgeAward revoke(int app, long award, String reason, Instant now) {
        Text.line(reason, Text.MAX_NAME, ErrorCode.INVALID_TEXT, "reason");
        return sql.inTransaction(() -> {
            BadgeAward before = locked(app, award);
            return before.revokedAt() != null && !before.revokedByCorrection()
                    ? before
                    : awards.revoke(before, reason, now);
        });
    }

    /** Restores an award. Returns an award that is not revoked unchanged. Refuses BADGE_AWARD_NOT_FOUND. */
    public BadgeAward restore(int app, long award, Instant now) {
        return sql.inTransaction(() -> {
            BadgeAward before = locked(app, award);
            return before.revokedAt() == null ? before : awards.restore(award, now);
        });
    }

    private BadgeAward locked(int app, long award) {
        return awarded.lockById(app, award).orElseThrow(ManualAwards::unknownAward);
    }

    public static RefusedException unknownAward() {
        return new RefusedException(ErrorCode.BADGE_AWARD_NOT_FOUND, "No badge award has this ID.", "badgeAwardId");
    }
}
