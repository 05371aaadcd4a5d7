package laurel.ranking.model.leaderboard;

import java.math.BigInteger;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An accepted submission.
 *
 * @param number  number of submissions accepted before it
 * @param score   fixed-point
 * @param windows the windows that accepted it
 * @param removal null unless it was removed
 */
public record ModelAcceptedSubmission(
        int number,
        ModelSubmission sent,
        long score,
        ModelGroup group,
        Instant achievedAt,
        Instant receivedAt,
        List<ModelWindow> windows,
        @Nullable Removal removal) {

    /** Time and reason of its removal. */
    record Removal(Instant at, @Nullable String reason) {}

    ModelAcceptedSubmission in(List<ModelWindow> accepting) {
        return new ModelAcceptedSubmission(
                number, sent, score, group, achievedAt, receivedAt, List.copyOf(accepting), removal);
    }

    ModelAcceptedSubmission removed(Removal why) {
        return new ModelAcceptedSubmission(number, sent, score, group, achievedAt, receivedAt, windows, why);
    }

    /** Whether it was removed at a time. */
    boolean isRemoved(Instant at) {
        return removal != null && !removal.at().isAfter(at);
    }

    /** The entry if there were no other submission. */
    ModelEntry entry() {
        return new ModelEntry(BigInteger.valueOf(score), BigInteger.valueOf(sent.subscore()), achievedAt, this, group);
    }

    /** The submission that the service must return. */
    public ModelLedgerEntry expected(ModelRules rules) {
        return new ModelLedgerEntry(
                number,
                sent.participant(),
                rules.text(score),
                Long.toString(sent.subscore()),
                group,
                achievedAt.toString(),
                receivedAt.toString(),
                ModelLedgerEntry.metadata(sent.note()),
                sent.idempotencyKey(),
                removal == null ? null : removal.at().toString(),
                removal == null ? null : removal.reason());
    }
}
