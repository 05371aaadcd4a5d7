package laurel.score.restriction;

import io.micronaut.context.annotation.Value;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import laurel.PeriodicJobs;
import laurel.database.sql.Sql;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.Leaderboards;
import laurel.participant.ParticipantLocks;
import laurel.participant.Participants;
import laurel.request.ErrorCode;
import laurel.request.ListRequest;
import laurel.request.Refusal;
import laurel.request.RefusedException;
import laurel.request.Text;
import laurel.score.restriction.ParticipantRestriction.RestrictionFilter;
import laurel.score.restriction.RestrictionRepository.RestrictedParticipant;
import org.jspecify.annotations.Nullable;

/** Bans and hides participants, or opts them out, ends that and lists it. */
@Singleton
public class Restrictions {
    /** Maximum number of leaderboards on which entries have followed when a change of the whole app returns. */
    private static final int MAX_SETTLED = 100;

    private final Sql sql;
    private final Participants participants;
    private final ParticipantLocks locks;
    private final Leaderboards leaderboards;
    private final RestrictionRepository repository;
    private final WithheldEntries entries;
    private final RestrictionWork work;
    private final Duration optInAfter;

    Restrictions(
            Sql sql,
            Participants participants,
            ParticipantLocks locks,
            Leaderboards leaderboards,
            RestrictionRepository repository,
            WithheldEntries entries,
            RestrictionWork work,
            @Value("${laurel.limits.opt-in-after:1h}") Duration optInAfter) {
        this.sql = sql;
        this.participants = participants;
        this.locks = locks;
        this.leaderboards = leaderboards;
        this.repository = repository;
        this.entries = entries;
        this.work = work;
        this.optInAfter = optInAfter;
    }

    /**
     * Restricts a participant: on one leaderboard in one transaction, on all leaderboards of the app in one for each. What is
     * submitted after this returns does not count anywhere. Refuses, in this order: INVALID_TEXT, EXPIRES_IN_PAST,
     * LEADERBOARD_NOT_FOUND, PARTICIPANT_NOT_FOUND, ALREADY_RESTRICTED or ALREADY_OPTED_OUT.
     *
     * @param by name of the caller's identity
     */
    public ParticipantRestriction restrict(
            int app, RestrictionScope scope, RestrictionTerms terms, String by, Instant now) {
        check(terms, now);
        RestrictedParticipant who = restricted(app, scope);
        return changed(
                who,
                () -> required(
                        repository.insert(who, terms, by, now),
                        who.kind().alreadyInForce(),
                        "A restriction of kind " + who.kind() + " is in force already; end it to change it."),
                now);
    }

    /**
     * Ends a restriction: entries count again, as if they had not been withheld, unless another restriction is in force. Refuses,
     * in this order: LEADERBOARD_NOT_FOUND, PARTICIPANT_NOT_FOUND, NOT_RESTRICTED or NOT_OPTED_OUT.
     *
     * @param by name of the caller's identity
     */
    public ParticipantRestriction end(int app, RestrictionScope scope, String by, Instant now) {
        RestrictedParticipant who = restricted(app, scope);
        return changed(who, () -> ended(who, by, now), now);
    }

    /**
     * Ends an opt-out for the player itself, who has to wait after its start: each change may store a new revision of every final
     * window. Refuses as {@link #end} does, then OPTED_OUT_RECENTLY.
     *
     * @param by name of the caller's identity
     */
    public ParticipantRestriction optIn(int app, RestrictionScope scope, String by, Instant now) {
        RestrictedParticipant who = restricted(app, scope);
        return changed(who, () -> checkTime(ended(who, by, now), now), now);
    }

    private ParticipantRestriction ended(RestrictedParticipant who, String by, Instant now) {
        return required(
                repository.end(who, by, now),
                who.kind().notInForce(),
                "No restriction of kind " + who.kind() + " is in force "
                        + (who.leaderboardId() == null ? "for the whole app." : "on the leaderboard."));
    }

    /** Checks the row after its change, which locks it. The refusal rolls the change back. */
    private ParticipantRestriction checkTime(ParticipantRestriction ended, Instant now) {
        Duration left = Duration.between(now, ended.createdAt().plus(optInAfter));
        if (left.isPositive()) {
            throw new RefusedException(new Refusal(
                            ErrorCode.OPTED_OUT_RECENTLY,
                            "The player has opted out at " + ended.createdAt() + "; it may opt in again " + optInAfter
                                    + " later.",
                            List.of("participant"))
                    .with(new Refusal.Detail.RetryAfter(left)));
        }
        return ended;
    }

    /** Returns the restrictions of each list, from the newest to the oldest. Empty lists are absent. */
    public Map<ListRequest<RestrictionFilter, Long>, List<ParticipantRestriction>> listed(
            int app, Set<ListRequest<RestrictionFilter, Long>> lists) {
        return repository.listed(app, List.copyOf(lists));
    }

    /** Returns the restrictions with these IDs, by ID; unknown IDs and those of other apps are absent. */
    public Map<Long, ParticipantRestriction> byIds(int app, Set<Long> ids) {
        return repository.byIds(app, ids).stream()
                .collect(Collectors.toMap(ParticipantRestriction::id, Function.identity()));
    }

    /** Returns entries that are not ranked, of each list; empty lists are absent. */
    public Map<ListRequest<Long, Long>, List<WithheldEntry>> withheld(Set<ListRequest<Long, Long>> lists) {
        return repository.withheld(List.copyOf(lists));
    }

    private static void check(RestrictionTerms terms, Instant now) {
        if (terms.reason() != null) {
            Text.line(terms.reason(), Text.MAX_NAME, ErrorCode.INVALID_TEXT, "reason");
        }
        if (terms.expiresAt() != null && !terms.expiresAt().isAfter(now)) {
            throw new RefusedException(
                    ErrorCode.EXPIRES_IN_PAST,
                    "`expiresAt` is " + terms.expiresAt() + "; it must be after " + now + ".",
                    "expiresAt");
        }
    }

    private RestrictedParticipant restricted(int app, RestrictionScope scope) {
        String key = scope.leaderboardKey();
        Integer board = key == null
                ? null
                : leaderboards
                        .byKey(app, key)
                        .map(Leaderboard::id)
                        .orElseThrow(() -> Leaderboards.unknown(key, "leaderboardKey"));
        long participant = participants.existing(app, scope.participant()).id();
        return new RestrictedParticipant(app, participant, scope.kind(), board);
    }

    private ParticipantRestriction changed(
            RestrictedParticipant who, Supplier<ParticipantRestriction> change, Instant now) {
        Integer leaderboard = who.leaderboardId();
        return leaderboard == null
                ? changedInApp(who, change, now)
                : sql.inTransaction(() -> changedOn(leaderboard, who, change, now));
    }

    private ParticipantRestriction changedOn(
            int leaderboard, RestrictedParticipant who, Supplier<ParticipantRestriction> change, Instant now) {
        Leaderboard board = leaderboards.lock(who.appId(), Set.of(leaderboard)).get(leaderboard);
        if (board == null) {
            throw Leaderboards.deleted("leaderboardKey");
        }
        locks.hold(who.participantId());
        ParticipantRestriction changed = change.get();
        entries.follow(board, who.participantId(), now);
        return changed;
    }

    private ParticipantRestriction changedInApp(
            RestrictedParticipant who, Supplier<ParticipantRestriction> change, Instant now) {
        ParticipantRestriction changed = sql.inTransaction(() -> {
            locks.hold(who.participantId());
            ParticipantRestriction result = change.get();
            work.add(who.appId(), who.participantId());
            return result;
        });
        // The restriction is stored, so a failure from here on is not a refusal.
        PeriodicJobs.tryRun(
                "follow a restriction of participant " + who.participantId(),
                () -> work.run(who.appId(), who.participantId(), MAX_SETTLED, now));
        return changed;
    }

    private static ParticipantRestriction required(
            @Nullable ParticipantRestriction changed, ErrorCode code, String message) {
        if (changed == null) {
            throw new RefusedException(code, message, "participant");
        }
        return changed;
    }
}
