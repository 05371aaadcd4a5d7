package laurel.score.ledger;

import static java.time.temporal.ChronoField.PROLEPTIC_MONTH;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Collection;
import laurel.leaderboard.Leaderboard;
import laurel.request.ErrorCode;
import laurel.request.RefusedException;
import laurel.request.RequestErrorCode;
import laurel.request.RequestException;
import laurel.score.submission.Increments;
import laurel.window.Window;
import org.jspecify.annotations.Nullable;

/** Knows from when on the ledger is whole. */
@Singleton
public class LedgerRetention {
    private final LedgerRetentionRepository repository;

    LedgerRetention(LedgerRetentionRepository repository) {
        this.repository = repository;
    }

    /**
     * Refuses as LEDGER_INCOMPLETE what follows from more than is kept: windows that began before that, of a board that had
     * scores then. To be asked after the ledger was read.
     *
     * @param participant whose submissions they are; null is everybody's
     */
    public void checkComplete(Leaderboard board, @Nullable Long participant, Collection<Window> windows) {
        Instant scoredAt = board.scoredAt();
        var kept = repository.kept(participant);
        if (kept.lastDropped() == null || scoredAt == null) {
            return;
        }
        Instant whole = whole(kept.lastDropped());
        Instant known = kept.metAt() != null && kept.metAt().isAfter(scoredAt) ? kept.metAt() : scoredAt;
        if (known.isBefore(whole) && windows.stream().anyMatch(window -> beganBefore(window, whole))) {
            throw new RefusedException(
                    ErrorCode.LEDGER_INCOMPLETE,
                    "The ledger has the submissions received since " + first(kept.lastDropped() + 1)
                            + "; windows that started before " + whole + " cannot be derived from it.");
        }
    }

    /** Throws LIMIT_EXCEEDED where more than is kept was received in one of these windows. */
    public void checkComplete(Collection<Long> windowIds) {
        Long lastDropped = repository.kept(null).lastDropped();
        if (lastDropped != null && repository.anyBefore(windowIds, whole(lastDropped))) {
            throw new RequestException(
                    RequestErrorCode.LIMIT_EXCEEDED,
                    "The ledger has the submissions received since " + first(lastDropped + 1)
                            + "; earlier ranks of windows that started before are not known.");
        }
    }

    /** What was received before may have been achieved a little later, by the clock of its sender. */
    private static Instant whole(long lastDropped) {
        return first(lastDropped + 1).plus(Increments.AHEAD);
    }

    private static boolean beganBefore(Window window, Instant moment) {
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
