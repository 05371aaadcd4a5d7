package laurel.score.submission;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import laurel.group.GroupValue;
import laurel.group.GroupValues;
import laurel.group.Groups;
import laurel.leaderboard.Group;
import laurel.leaderboard.Grouping;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.LeaderboardClock;
import laurel.leaderboard.Leaderboards;
import laurel.leaderboard.UpdateMode;
import laurel.participant.ExternalParticipantId;
import laurel.participant.RestrictedOn;
import laurel.request.ErrorCode;
import laurel.request.Refusal;
import laurel.request.RefusedException;
import laurel.request.Text;
import laurel.score.entry.Entry;
import laurel.score.entry.EntryChange;
import laurel.score.ledger.IdempotencyKey;
import laurel.window.WindowKey;
import org.jspecify.annotations.Nullable;

/**
 * A submission that follows every rule that depends only on its input and on the definition of the leaderboard.
 *
 * @param own           group values of the participant that complete those of the submission
 * @param group         a value for each attribute of the leaderboard's groupings; may lack values if {@code unlessRetried}
 *                      is not null
 * @param score         fixed-point; null if none was sent
 * @param achievedAt    to the microsecond
 * @param windows       the windows that contain {@code achievedAt}, open or not
 * @param withheld      whether the participant is banned or hidden, so that the submission counts only later
 * @param unlessRetried the refusal, unless this is a retry of an accepted submission; null if it is accepted
 */
record CheckedSubmission(
        ReceivedSubmission received,
        Leaderboard board,
        GroupValues own,
        Group group,
        @Nullable Long score,
        Instant achievedAt,
        List<TargetWindow> windows,
        boolean withheld,
        @Nullable Refusal unlessRetried) {

    /**
     * A window that contains a submission.
     *
     * @param groupings those in which the submission's group uses the time zone of this window
     */
    record TargetWindow(WindowKey window, List<Grouping> groupings) {}

    /** A submission is the first of a planned season, which has to start before. */
    static final class PlannedSeasonException extends RuntimeException {
        private final transient WindowKey window;

        PlannedSeasonException(WindowKey window) {
            super("a season has not started", null, false, false);
            this.window = window;
        }

        WindowKey window() {
            return window;
        }
    }

    /**
     * Checks a submission. Refuses, in this order: LEADERBOARD_NOT_FOUND, LEADERBOARD_ARCHIVED,
     * ENTITY_TYPE_NOT_ACCEPTED, PARTICIPANT_BANNED, PLAYER_SUBMISSIONS_DISABLED, the errors of {@link
     * laurel.participant.ParticipantInput#checked}, INVALID_METADATA, INVALID_IDEMPOTENCY_KEY, the errors of {@link
     * Group#checkNamed} and {@link Group#checkComplete}, of {@link
     * laurel.leaderboard.ScoreFormat#parse}, ACHIEVED_IN_FUTURE. A retry of an accepted submission gets its receipt even
     * if the leaderboard does not accept such submissions any more, or if the participant has lost its group values.
     *
     * @param board      null if no leaderboard has the submission's key
     * @param earlier    those before it in the batch
     * @param containing the windows of the batch
     */
    static CheckedSubmission check(
            ReceivedSubmission received,
            @Nullable Leaderboard board,
            EarlierSubmissions earlier,
            ContainingWindows containing) {
        ScoreSubmissionInput sent = received.sent();
        if (board == null || PlayerSubmission.isHidden(received, board)) {
            throw Leaderboards.unknown(sent.leaderboardKey(), "leaderboardKey");
        }
        RestrictedOn restricted = earlier.restricted(received);
        Refusal notAccepted = PlayerSubmission.orDisabled(received.notAccepted(board, restricted), received, board);
        if (notAccepted != null && sent.idempotencyKey() == null) {
            throw new RefusedException(notAccepted);
        }
        try {
            return check(received, board, earlier, restricted.withholdsOn(board.id()), notAccepted, containing);
        } catch (RefusedException e) {
            throw notAccepted == null ? e : new RefusedException(notAccepted);
        }
    }

    private static CheckedSubmission check(
            ReceivedSubmission received,
            Leaderboard board,
            EarlierSubmissions earlier,
            boolean withheld,
            @Nullable Refusal notAccepted,
            ContainingWindows containing) {
        ScoreSubmissionInput sent = received.sent();
        GroupValues own = earlier.groups(received);
        checkTexts(sent);
        Set<String> attributes = Grouping.attributes(board.groupings());
        Group.checkNamed(sent.group(), attributes, "group");
        Group group = Group.of(
                GroupValues.of(sent.group()).orElse(own).only(attributes).values());
        Refusal incomplete = incomplete(sent, group, attributes);
        try {
            Long score = sent.score() == null ? null : board.scoreFormat().parse(sent.score(), "score");
            Instant achievedAt = achievedAt(received, earlier.time(received, board));
            List<TargetWindow> windows =
                    incomplete == null ? containing.of(received.scope(), board, group, achievedAt) : List.of();
            Refusal unlessRetried = notAccepted == null ? incomplete : notAccepted;
            return new CheckedSubmission(
                    received, board, own, group, score, achievedAt, windows, withheld, unlessRetried);
        } catch (RefusedException e) {
            throw incomplete == null ? e : new RefusedException(incomplete);
        }
    }

    /** Returns MISSING_GROUP_VALUE if the group lacks a value and the submission may be a retry; null if it lacks none. */
    private static @Nullable Refusal incomplete(ScoreSubmissionInput sent, Group group, Set<String> attributes) {
        try {
            group.checkComplete(attributes, "group");
            return null;
        } catch (RefusedException e) {
            if (sent.idempotencyKey() == null) {
                throw e;
            }
            return e.refusal();
        }
    }

    /** The groups of the app that this submission uses: those of its group, and the participant's own that it sets. */
    List<GroupValue> groupValues() {
        GroupValues set = sent().participant().group();
        return Stream.concat(
                        GroupValues.of(group.values()).all().stream(),
                        set == null ? Stream.empty() : set.all().stream())
                .toList();
    }

    /**
     * Refuses LIMIT_REACHED, unless it is a retry, if it uses one of these groups.
     *
     * @param excess groups that cannot be added to the app
     */
    CheckedSubmission limited(Set<GroupValue> excess) {
        GroupValue first =
                groupValues().stream().filter(excess::contains).findFirst().orElse(null);
        if (first == null || unlessRetried != null) {
            return this;
        }
        Refusal limit = (first.value().equals(sent().group().get(first.attribute()))
                        ? Groups.limit(first, "group", first.attribute())
                        : Groups.limit(first, "participant", "group", first.attribute()))
                .refusal();
        return new CheckedSubmission(received, board, own, group, score, achievedAt, windows, withheld, limit);
    }

    /** Whether other group values of the participant than {@link #own} would have made this another submission. */
    boolean dependsOn(GroupValues others) {
        GroupValues named = GroupValues.of(sent().group());
        Set<String> attributes = Grouping.attributes(board.groupings());
        return !named.orElse(own).only(attributes).equals(named.orElse(others).only(attributes));
    }

    ScoreSubmissionInput sent() {
        return received.sent();
    }

    Instant receivedAt() {
        return received.receivedAt();
    }

    /**
     * Returns the leaderboard's time after this submission; never before its last final window.
     *
     * @param clockAt with the clock SUBMISSIONS, the latest {@code achievedAt} received before; null if there is none
     */
    Instant boardTime(@Nullable Instant clockAt) {
        Instant time = board.clock() == LeaderboardClock.SUBMISSIONS ? later(clockAt, achievedAt) : receivedAt();
        return later(board.finalizedThrough(), time);
    }

    /** The windows that accept this submission at a time of the leaderboard, if they are open. */
    Stream<WindowKey> accepting(Instant boardTime) {
        return windows.stream().map(TargetWindow::window).filter(window -> window.mayAccept(boardTime));
    }

    ExternalParticipantId participant() {
        return sent().participant().ref();
    }

    /** Null if the client sent none. */
    @Nullable
    IdempotencyKey idempotencyKey() {
        String key = sent().idempotencyKey();
        return key == null ? null : new IdempotencyKey(board.id(), key);
    }

    /**
     * Returns the entry in a grouping after this submission. A null score removes the entry if the update mode of the
     * submission's group is REPLACE, otherwise it changes nothing. Refuses as {@link Entry#combine} does.
     */
    @Nullable
    Entry applyTo(@Nullable Entry current, Grouping grouping, long submissionId) {
        Group in = groupIn(grouping, current);
        if (score == null) {
            return board.updateMode(in) == UpdateMode.REPLACE ? null : current;
        }
        Entry submitted = new Entry(in, score, sent().subscore(), achievedAt, submissionId, sent().metadata());
        return Entry.combine(board, current, submitted);
    }

    /** The group of this submission in a grouping. */
    Group groupIn(Grouping grouping, @Nullable Entry current) {
        return current != null && received.keepsGroup() ? current.group() : grouping.group(group);
    }

    /** Refuses SCORE_OUT_OF_BOUNDS, for sums in groups with the update mode INCREMENT, otherwise for the submitted score. */
    void checkBounds(List<EntryChange> changes) {
        if (score == null) {
            return;
        }
        for (EntryChange change : changes) {
            Long after = change.score();
            if (board.updateMode(change.group()) == UpdateMode.INCREMENT && after != null) {
                board.checkSum(previousSum(change), after, "score");
            } else if (after != null) {
                board.checkBounds(score, "score");
            }
        }
    }

    /** Refuses SCORE_OUT_OF_BOUNDS if the score is out of bounds regardless of the entries that a season will start with. */
    void checkBoundsIn(TargetWindow planned) {
        if (score != null
                && planned.groupings().stream()
                        .anyMatch(grouping -> !planned.window().startsWithEntries()
                                || board.updateMode(grouping.group(group)) != UpdateMode.INCREMENT)) {
            board.checkBounds(score, "score");
        }
    }

    private @Nullable Long previousSum(EntryChange change) {
        Group previous = change.previousGroup();
        return previous != null && board.updateMode(previous) == UpdateMode.INCREMENT ? change.previousScore() : null;
    }

    /** A digest of everything that was sent, which identifies a retry. */
    String digest() {
        return SubmissionDigest.of(this);
    }

    private static void checkTexts(ScoreSubmissionInput sent) {
        try {
            sent.participant().checked();
        } catch (RefusedException e) {
            throw new RefusedException(e.refusal().within("participant"));
        }
        if (sent.metadata() != null) {
            Text.json(sent.metadata().text(), "metadata");
        }
        if (sent.idempotencyKey() != null) {
            Text.line(sent.idempotencyKey(), Text.MAX_ID, ErrorCode.INVALID_IDEMPOTENCY_KEY, "idempotencyKey");
        }
    }

    private static Instant achievedAt(ReceivedSubmission received, Instant time) {
        Instant achievedAt = received.sent().achievedAt();
        if (achievedAt == null) {
            // The leaderboard's time may be ahead of this node's clock, even by more than the allowed clock skew.
            return time;
        }
        if (achievedAt.isAfter(received.maxAchievedAt())) {
            throw new RefusedException(
                    ErrorCode.ACHIEVED_IN_FUTURE,
                    "`achievedAt` is " + achievedAt + "; at most " + ReceivedSubmission.MAX_CLOCK_SKEW.toMinutes()
                            + " minutes ahead of the service's clock are allowed.",
                    "achievedAt");
        }
        return achievedAt.truncatedTo(ChronoUnit.MICROS);
    }

    private static Instant later(@Nullable Instant one, Instant other) {
        return one != null && one.isAfter(other) ? one : other;
    }
}
