package laurel.score.ledger;

import static java.time.temporal.ChronoField.PROLEPTIC_MONTH;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.function.BiPredicate;
import laurel.leaderboard.Leaderboard;
import laurel.request.ErrorCode;
import laurel.request.RefusedException;
import laurel.request.RequestErrorCode;
import laurel.request.RequestException;
import laurel.window.Window;
import org.jspecify.annotations.Nullable;

/** Checks that the ledger still keeps the submissions that a derivation needs. */
@Singleton
public class LedgerRetention {
    private final LedgerRetentionRepository repository;

    LedgerRetention(LedgerRetentionRepository repository) {
        this.repository = repository;
    }

    /**
     * Refuses LEDGER_INCOMPLETE if submissions of these windows may have been dropped: windows that started before, on a
     * leaderboard that had scores then. Call it after reading the ledger.
     *
     * @param participant null for the submissions of all participants
     */
    public void checkComplete(Leaderboard board, @Nullable Long participant, Collection<Window> windows) {
        Instant scoredAt = board.scoredAt();
        var kept = repository.kept(participant);
        if (kept.lastDropped() == null || scoredAt == null) {
            return;
        }
        Instant complete = completeSince(kept.lastDropped());
        Instant known = kept.participantCreatedAt() != null
                        && kept.participantCreatedAt().isAfter(scoredAt)
                ? kept.participantCreatedAt()
                : scoredAt;
        if (known.isBefore(complete) && windows.stream().anyMatch(window -> startedBefore(window, complete))) {
            throw new RefusedException(
                    ErrorCode.LEDGER_INCOMPLETE,
                    "The ledger has the submissions received since " + first(kept.lastDropped() + 1)
                            + "; windows that started before " + complete + " cannot be derived from it.");
        }
    }

    /** Returns a test of whether the ledger keeps all submissions of a window of a leaderboard. */
    public BiPredicate<Leaderboard, Window> complete() {
        Long lastDropped = repository.kept(null).lastDropped();
        if (lastDropped == null) {
            return (board, window) -> true;
        }
        Instant complete = completeSince(lastDropped);
        return (board, window) ->
                board.scoredAt() == null || !board.scoredAt().isBefore(complete) || !startedBefore(window, complete);
    }

    /** Throws LIMIT_EXCEEDED if submissions of these windows may have been dropped. */
    public void checkComplete(Collection<Long> windowIds) {
        Long lastDropped = repository.kept(null).lastDropped();
        if (lastDropped != null && repository.anyStartedBefore(windowIds, completeSince(lastDropped))) {
            throw new RequestException(
                    RequestErrorCode.LIMIT_EXCEEDED,
                    "The ledger has the submissions received since " + first(lastDropped + 1)
                            + "; earlier ranks of windows that started before are not known.");
        }
    }

    /** Submissions received before may have a later {@code achievedAt}. */
    private static Instant completeSince(long lastDropped) {
        return first(lastDropped + 1).plus(ScoreSubmission.MAX_LEAD);
    }

    private static boolean startedBefore(Window window, Instant moment) {
        return window.startsAt() == null || window.startsAt().isBefore(moment);
    }

    private static Instant first(long month) {
        return LocalDate.EPOCH
                .withDayOfMonth(1)
                .with(PROLEPTIC_MONTH, month)
                .atStartOfDay(ZoneOffset.UTC)
                .toInstant();
    }
}
