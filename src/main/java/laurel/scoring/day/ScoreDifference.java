package laurel.scoring.day;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import laurel.leaderboard.Group;
import laurel.leaderboard.Leaderboard;
import laurel.score.submission.WindowScope;
import org.jspecify.annotations.Nullable;

/**
 * Difference between the score of a day and the stored score.
 *
 * @param current     the new score, with what was submitted before
 * @param storedScore score that is stored; null if there is none
 * @param target      the leaderboard that receives the difference; null if there is none
 */
record ScoreDifference(
        StoredPillarScore current,
        @Nullable BigDecimal storedScore,
        @Nullable Target target) {
    /**
     * A part of a difference that is submitted.
     *
     * @param scope windows that receive it
     */
    record SubmittedPart(ScorePart part, WindowScope scope) {}

    /** Time from the middle of a day after which it is over, and its score seldom changes. */
    private static final Duration DAY = Duration.ofDays(1);

    /**
     * The leaderboard that receives a score.
     *
     * @param middleOfDay time at which a whole score counts as achieved
     * @param byHour      whether it receives the score by the hour
     * @param due         what it should have
     * @param later       whether its later windows receive the score only after the day
     */
    record Target(Leaderboard leaderboard, Instant middleOfDay, boolean byHour, ScoreParts due, boolean later) {
        /** Returns when later windows receive the score of a day. */
        static Instant laterDueAt(Instant middleOfDay) {
            return middleOfDay.plus(DAY);
        }
    }

    /** Returns the difference that later windows of a leaderboard still have to receive of a stored score. */
    static ScoreDifference toLater(StoredPillarScore stored, Leaderboard leaderboard, Instant middleOfDay) {
        Target target = new Target(leaderboard, middleOfDay, false, stored.submitted(middleOfDay), false);
        return new ScoreDifference(stored, stored.score(), target);
    }

    /** Returns the parts that the leaderboard has not received yet, and that it receives now. */
    List<SubmittedPart> pending() {
        if (target == null) {
            return List.of();
        }
        BigDecimal later = current.laterScore();
        WindowScope scope = target.later || later != null ? WindowScope.PRESENT : WindowScope.ALL;
        List<SubmittedPart> parts = new ArrayList<>();
        target.due
                .without(current.submitted(target.middleOfDay))
                .forEach(part -> parts.add(new SubmittedPart(part, scope)));
        if (later != null && !target.later) {
            ScoreParts rest = ScoreParts.of(target.middleOfDay, target.due.sum().subtract(later));
            rest.list().forEach(part -> parts.add(new SubmittedPart(part, WindowScope.LATER)));
        }
        return parts;
    }

    /** Returns whether the stored score may change. */
    boolean isChange() {
        return storedScore == null
                || storedScore.compareTo(current.score()) != 0
                || !pending().isEmpty();
    }

    /**
     * Returns the score to store after the leaderboard has received nothing of the difference.
     *
     * @param retryAt when later windows receive what they have not accepted
     */
    StoredPillarScore rejected(Instant retryAt) {
        if (target != null && target.later) {
            return current;
        }
        boolean retried = pending().stream().anyMatch(part -> part.scope() == WindowScope.LATER);
        return current.dueAt(retried ? retryAt : null);
    }

    /**
     * Returns the score to store after the leaderboard has received parts of the difference, in a group.
     *
     * @param retryAt when later windows receive what they have not accepted
     */
    StoredPillarScore submitted(Target of, Group group, List<SubmittedPart> parts, Instant retryAt) {
        ScoreParts submitted = current.submitted(of.middleOfDay).plus(parts(parts, false));
        @Nullable BigDecimal later = laterScore(of, parts);
        boolean equal = later != null && later.compareTo(submitted.sum()) == 0;
        @Nullable BigDecimal before = current.laterScore();
        boolean retried = later != null && before != null && later.compareTo(before) == 0;
        @Nullable Instant dueAt = of.later ? Target.laterDueAt(of.middleOfDay) : retried ? retryAt : null;
        return new StoredPillarScore(
                current.day(),
                current.pillar(),
                current.score(),
                submitted.sum(),
                current.leaderboardId(),
                group,
                of.byHour ? submitted.list() : null,
                equal ? null : later,
                equal ? null : dueAt);
    }

    private @Nullable BigDecimal laterScore(Target of, List<SubmittedPart> parts) {
        BigDecimal later = current.laterScore();
        if (later == null) {
            return of.later ? current.submittedScore() : null;
        }
        return parts(parts, true).stream().map(ScorePart::score).reduce(later, BigDecimal::add);
    }

    private static List<ScorePart> parts(List<SubmittedPart> parts, boolean later) {
        return parts.stream()
                .filter(one -> (one.scope() == WindowScope.LATER) == later)
                .map(SubmittedPart::part)
                .toList();
    }
}
