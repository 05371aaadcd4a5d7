package laurel.score.submission;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import laurel.database.Fingerprint;
import laurel.database.sql.Json;
import laurel.leaderboard.Group;
import laurel.leaderboard.Grouping;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.LeaderboardClock;
import laurel.participant.ExternalParticipantId;
import laurel.participant.ParticipantInput;
import laurel.request.ErrorCode;
import laurel.request.Refusal;
import laurel.request.RefusedException;
import laurel.request.Text;
import laurel.score.entry.Entry;
import laurel.score.ledger.Ledger;
import laurel.window.WindowKey;
import org.jspecify.annotations.Nullable;

/**
 * A submission that obeys every rule that what was sent and the board's definition decide.
 *
 * @param group      a value for each attribute of the board's groupings
 * @param score      fixed-point; null if there is none
 * @param achievedAt to the microsecond
 * @param windows    those that it falls in, whether they still take submissions or not
 * @param unlessRepeated why it is refused, unless it repeats one that stands; null where it is not
 */
public record CheckedSubmission(
        ReceivedSubmission received,
        Leaderboard board,
        Group group,
        @Nullable Long score,
        Instant achievedAt,
        List<TargetWindow> windows,
        @Nullable Refusal unlessRepeated) {

    /**
     * Checks a submission. Refuses, in this order: LEADERBOARD_NOT_FOUND, LEADERBOARD_ARCHIVED, ENTITY_TYPE_NOT_ACCEPTED,
     * then as {@link laurel.participant.ParticipantInput#checked} does, INVALID_METADATA, INVALID_IDEMPOTENCY_KEY, then
     * as {@link Group#checked} and {@link laurel.leaderboard.ScoreFormat#parse} do, ACHIEVED_IN_FUTURE. What the board
     * did take when it was sent first shall be told so again, also where the board takes no such submission any more.
     *
     * @param board the board of the submission's key; null where there is none
     */
    static CheckedSubmission check(ReceivedSubmission received, @Nullable Leaderboard board) {
        ScoreSubmissionInput sent = received.sent();
        if (board == null) {
            throw new RefusedException(
                    ErrorCode.LEADERBOARD_NOT_FOUND,
                    "No leaderboard has the key `" + sent.leaderboardKey() + "`.",
                    "leaderboardKey");
        }
        Refusal notTaken = notTaken(sent, board);
        if (notTaken != null && sent.idempotencyKey() == null) {
            throw new RefusedException(notTaken);
        }
        try {
            return checked(received, board, notTaken);
        } catch (RefusedException e) {
            throw notTaken == null ? e : new RefusedException(notTaken);
        }
    }

    private static CheckedSubmission checked(
            ReceivedSubmission received, Leaderboard board, @Nullable Refusal notTaken) {
        ScoreSubmissionInput sent = received.sent();
        checkTexts(sent);
        Group group = Group.checked(sent.group(), Grouping.attributes(board.groupings()), "group");
        Long score = sent.score() == null ? null : board.scoreFormat().parse(sent.score(), "score");
        Instant achievedAt = achievedAt(received, board);
        List<TargetWindow> windows = TargetWindow.containing(board, group, achievedAt);
        return new CheckedSubmission(received, board, group, score, achievedAt, windows, notTaken);
    }

    ScoreSubmissionInput sent() {
        return received.sent();
    }

    /** When it was received, by the service's clock. */
    public Instant receivedAt() {
        return received.at();
    }

    /** The month of the ledger that keeps it. */
    long month() {
        return Ledger.month(receivedAt());
    }

    /**
     * The board's time once this is received; never before what the board has finalised.
     *
     * @param clockAt where the board lives by its submissions, the latest moment received before; null is none
     */
    Instant time(@Nullable Instant clockAt) {
        Instant time = board.clock() == LeaderboardClock.SUBMISSIONS ? later(clockAt, achievedAt) : receivedAt();
        return later(board.finalizedThrough(), time);
    }

    /** The windows that take this at a moment of the board's time where they are open: their rows say. */
    Stream<WindowKey> mayTake(Instant time) {
        return windows.stream().map(TargetWindow::window).filter(window -> window.mayTake(time));
    }

    ExternalParticipantId participant() {
        return sent().participant().ref();
    }

    /** What this would be as an entry of its own; null if it has no score. */
    @Nullable
    Entry entry(long submissionId) {
        return score == null ? null : new Entry(score, sent().subscore(), achievedAt, submissionId, sent().metadata());
    }

    /** Of all that was sent, to tell whether a retry is the same; the score by its value, so that 1.50 is 1.5. */
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
        // After the rest, of which there is always as much: a submission without a group has the digest that it always
        // had.
        return Fingerprint.of(Stream.concat(parts, group.parts()));
    }

    private static @Nullable String text(@Nullable Json json) {
        return json == null ? null : json.text();
    }

    /** Why the board takes no such submission now, though it may have before; null where it does. */
    private static @Nullable Refusal notTaken(ScoreSubmissionInput sent, Leaderboard board) {
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
            // Where the clock is behind what the board has finalised, that may lie further ahead of it than a sender's
            // clock may be.
            return board.time(received.at()).truncatedTo(ChronoUnit.MICROS);
        }
        if (achievedAt.isAfter(received.until())) {
            throw new RefusedException(
                    ErrorCode.ACHIEVED_IN_FUTURE,
                    "`achievedAt` is " + achievedAt + "; at most " + ReceivedSubmission.CLOCK_SKEW.toMinutes()
                            + " minutes ahead of the service's clock are allowed.",
                    "achievedAt");
        }
        return achievedAt.truncatedTo(ChronoUnit.MICROS);
    }

    private static Instant later(@Nullable Instant one, Instant other) {
        return one != null && one.isAfter(other) ? one : other;
    }
}
