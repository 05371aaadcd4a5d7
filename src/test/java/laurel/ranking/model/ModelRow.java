package laurel.ranking.model;

import java.math.BigInteger;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A submission that was taken.
 *
 * @param number  how many were taken before
 * @param score   fixed-point
 * @param windows those that took it
 * @param removal null while it counts
 */
record ModelRow(
        int number,
        ModelSubmission sent,
        long score,
        ModelGroup group,
        Instant achievedAt,
        Instant receivedAt,
        List<ModelSpan> windows,
        @Nullable Removal removal) {

    /** When it was removed, and why. */
    record Removal(Instant at, @Nullable String reason) {}

    ModelRow in(List<ModelSpan> taking) {
        return new ModelRow(number, sent, score, group, achievedAt, receivedAt, List.copyOf(taking), removal);
    }

    ModelRow removed(Removal why) {
        return new ModelRow(number, sent, score, group, achievedAt, receivedAt, windows, why);
    }

    /** Whether it no longer counts at a moment. */
    boolean isRemoved(Instant at) {
        return removal != null && !removal.at().isAfter(at);
    }

    /** What would stand if there were nothing else. */
    ModelEntry entry() {
        return new ModelEntry(BigInteger.valueOf(score), BigInteger.valueOf(sent.subscore()), achievedAt, this, group);
    }

    /** As the service must tell it. */
    ModelFact fact(ModelRules rules) {
        return new ModelFact(
                number,
                sent.who(),
                rules.text(score),
                Long.toString(sent.subscore()),
                group,
                achievedAt.toString(),
                receivedAt.toString(),
                ModelFact.metadata(sent.says()),
                sent.idempotencyKey(),
                removal == null ? null : removal.at().toString(),
                removal == null ? null : removal.reason());
    }
}
