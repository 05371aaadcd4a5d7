package laurel.score.submission;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import laurel.database.Fingerprint;
import laurel.database.sql.Json;
import laurel.leaderboard.Group;
import laurel.leaderboard.Grouping;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.LeaderboardClock;
import laurel.leaderboard.UpdateMode;
import laurel.leaderboard.WindowDefinition;
import laurel.participant.ExternalParticipantId;
import laurel.participant.ParticipantInput;
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
 * @param group         a value for each attribute of the leaderboard's groupings
 * @param score         fixed-point; null if none was sent
 * @param achievedAt    to the microsecond
 * @param windows       the windows that contain {@code achievedAt}, open or not
 * @param unlessRetried the refusal, unless this is a retry of an accepted submission; null if it is accepted
 */
record CheckedSubmission(
        ReceivedSubmission received,
        Leaderboard board,
        Group group,
        @Nullable Long score,
        Instant achievedAt,
        List<TargetWindow> windows,
        @Nullable Refusal unlessRetried) {

    /**
     * A window that contains a submission.
     *
     * @param groupings those in which the submission's group uses the time zone of this window
     */
    record TargetWindow(WindowKey window, List<Grouping> groupings) {}

    /**
     * Checks a submission. Refuses, in this order: LEADERBOARD_NOT_FOUND, LEADERBOARD_ARCHIVED, ENTITY_TYPE_NOT_ACCEPTED,
     * the errors of {@link laurel.participant.ParticipantInput#checked}, INVALID_METADATA, INVALID_IDEMPOTENCY_KEY, the
     * errors of {@link Group#checked} and {@link laurel.leaderboard.ScoreFormat#parse}, ACHIEVED_IN_FUTURE. A retry of an
     * accepted submission gets its receipt even if the leaderboard does not accept such submissions any more.
     *
     * @param board null if no leaderboard has the submission's key
     */
    static CheckedSubmission check(ReceivedSubmission received, @Nullable Leaderboard board) {
        ScoreSubmissionInput sent = received.sent();
        if (board == null) {
            throw new RefusedException(
                    ErrorCode.LEADERBOARD_NOT_FOUND,
                    "No leaderboard has the key `" + sent.leaderboardKey() + "`.",
                    "leaderboardKey");
        }
        Refusal notAccepted = notAccepted(sent, board);
        if (notAccepted != null && sent.idempotencyKey() == null) {
            throw new RefusedException(notAccepted);
        }
        try {
            return check(received, board, notAccepted);
        } catch (RefusedException e) {
            throw notAccepted == null ? e : new RefusedException(notAccepted);
        }
    }

    private static CheckedSubmission check(
            ReceivedSubmission received, Leaderboard board, @Nullable Refusal notAccepted) {
        ScoreSubmissionInput sent = received.sent();
        checkTexts(sent);
        Group group = Group.checked(sent.group(), Grouping.attributes(board.groupings()), "group");
        Long score = sent.score() == null ? null : board.scoreFormat().parse(sent.score(), "score");
        Instant achievedAt = achievedAt(received, board);
        List<TargetWindow> windows = containing(board, group, achievedAt);
        return new CheckedSubmission(received, board, group, score, achievedAt, windows, notAccepted);
    }

    /**
     * Returns the windows that contain an instant, in the order of the leaderboard's definitions; overlapping windows
     * from the oldest to the newest.
     */
    private static List<TargetWindow> containing(Leaderboard board, Group group, Instant instant) {
        Map<ZoneId, List<Grouping>> ofBoard = Map.of(board.timeZone(), board.groupings());
        Map<ZoneId, List<Grouping>> ofGroups = board.hasGroupTimeZones() ? byTimeZone(board, group) : ofBoard;
        List<TargetWindow> targets = new ArrayList<>();
        for (WindowDefinition definition : board.windowDefinitions()) {
            (definition.followsTimeZone() ? ofGroups : ofBoard)
                    .forEach((timeZone, groupings) -> WindowKey.containing(board, definition, timeZone, instant)
                            .forEach(window -> targets.add(new TargetWindow(window, groupings))));
        }
        return targets;
    }

    private static Map<ZoneId, List<Grouping>> byTimeZone(Leaderboard board, Group group) {
        Map<ZoneId, List<Grouping>> byTimeZone = new LinkedHashMap<>();
        for (Grouping grouping : board.groupings()) {
            ZoneId timeZone = board.timeZone(grouping.group(group.values()));
            byTimeZone.computeIfAbsent(timeZone, none -> new ArrayList<>()).add(grouping);
        }
        return byTimeZone;
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
     * Returns the entry in a grouping after this submission. A null score removes the entry if the update mode is REPLACE,
     * otherwise it changes nothing. Refuses as {@link Entry#combine} does.
     */
    @Nullable
    Entry applyTo(@Nullable Entry current, Grouping grouping, long submissionId) {
        if (score == null) {
            return board.updateMode() == UpdateMode.REPLACE ? null : current;
        }
        Group in = groupIn(grouping, current);
        Entry submitted = new Entry(in, score, sent().subscore(), achievedAt, submissionId, sent().metadata());
        return Entry.combine(board, current, submitted);
    }

    /** The group of this submission in a grouping. */
    Group groupIn(Grouping grouping, @Nullable Entry current) {
        return current != null && received.keepsGroup() ? current.group() : grouping.group(group.values());
    }

    /** Refuses SCORE_OUT_OF_BOUNDS, for the sums if the update mode is INCREMENT, otherwise for the submitted score. */
    void checkBounds(List<EntryChange> changes) {
        if (score == null) {
            return;
        }
        if (board.updateMode() == UpdateMode.INCREMENT) {
            changes.forEach(change -> board.checkSum(change.previousScore(), requireNonNull(change.score()), "score"));
        } else {
            board.checkBounds(score, "score");
        }
    }

    /** A digest of everything that was sent, which identifies a retry. Scores are compared by value: 1.50 equals 1.5. */
    String digest() {
        ParticipantInput participant = sent().participant();
        Stream<@Nullable String> parts = Stream.of(
                participant.ref().entityType(),
                participant.ref().externalId(),
                participant.name(),
                participant.imageUrl(),
                text(participant.metadata()),
                participant.timeZone(),
                Objects.toString(score, null),
                Long.toString(sent().subscore()),
                Objects.toString(sent().achievedAt(), null),
                text(sent().metadata()));
        // The group comes last, because its number of parts varies. Digests without a group are the same as before
        // groups existed.
        return Fingerprint.of(Stream.concat(parts, group.parts()));
    }

    private static @Nullable String text(@Nullable Json json) {
        return json == null ? null : json.text();
    }

    /** Returns why the leaderboard does not accept such submissions now; null if it does. */
    private static @Nullable Refusal notAccepted(ScoreSubmissionInput sent, Leaderboard board) {
        if (board.archivedAt() != null) {
            return new Refusal(
                    ErrorCode.LEADERBOARD_ARCHIVED, "The leaderboard is archived.", List.of("leaderboardKey"));
        }
        if (!board.entityTypes().contains(sent.participant().ref().entityType())) {
            return new Refusal(
                    ErrorCode.ENTITY_TYPE_NOT_ACCEPTED,
                    "`entityType` is " + sent.participant().ref().entityType() + "; the leaderboard accepts "
                            + String.join(", ", board.entityTypes()) + ".",
                    List.of("participant", "entityType"));
        }
        return null;
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

    private static Instant achievedAt(ReceivedSubmission received, Leaderboard board) {
        Instant achievedAt = received.sent().achievedAt();
        if (achievedAt == null) {
            // The leaderboard's time may be ahead of this node's clock, even by more than the allowed clock skew.
            return board.time(received.receivedAt()).truncatedTo(ChronoUnit.MICROS);
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
