package laurel.ranking.model.leaderboard;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import laurel.leaderboard.LeaderboardClock;
import laurel.leaderboard.UpdateMode;
import laurel.ranking.model.leaderboard.ModelOutcome.Accepted;
import laurel.ranking.model.leaderboard.ModelOutcome.Refused;
import laurel.ranking.model.leaderboard.ModelOutcome.Removed;
import org.jspecify.annotations.Nullable;

/** A leaderboard in memory: a naive implementation of the requirements. */
public final class ModelLeaderboard {
    private static final Duration RETRIES = Duration.ofHours(24);

    private final ModelRules rules;
    private final ModelLedger ledger;
    private final Map<String, AppliedSubmission> byKey = new HashMap<>();
    private @Nullable Instant clock;

    public ModelLeaderboard(ModelRules rules) {
        this.rules = rules;
        this.ledger = new ModelLedger(rules);
    }

    public ModelRules rules() {
        return rules;
    }

    public ModelLedger ledger() {
        return ledger;
    }

    /** The leaderboard's present, which depends on its clock. */
    public Instant present(Instant now) {
        return rules.clock() == LeaderboardClock.SUBMISSIONS && clock != null ? clock : now;
    }

    /** Applies a batch in order. Submissions without a time were achieved at the present. */
    public List<ModelOutcome> submit(List<ModelSubmission> batch, Instant now) {
        ModelChanges changes = new ModelChanges(rules, ledger.entries());
        List<Function<ModelChanges, ModelOutcome>> results = new ArrayList<>();
        for (ModelSubmission sent : batch) {
            results.add(apply(sent, now));
        }
        changes.after(ledger.entries());
        return results.stream().map(result -> result.apply(changes)).toList();
    }

    /** Removes a submission; null for one that does not exist. */
    public ModelOutcome remove(@Nullable Integer number, @Nullable String reason, Instant now) {
        if (reason != null && (reason.isBlank() || reason.length() > 200)) {
            return new Refused("INVALID_TEXT");
        }
        if (number == null) {
            return new Refused("SUBMISSION_NOT_FOUND");
        }
        ModelAcceptedSubmission row = ledger.rows().get(number);
        if (row.removal() != null) {
            return new Removed(row.expected(rules), List.of());
        }
        ModelChanges changes = new ModelChanges(rules, ledger.entries());
        ledger.replace(row.removed(new ModelAcceptedSubmission.Removal(now, reason)));
        boolean fits = row.windows().stream()
                .map(window -> ledger.entries(window).get(row.sent().participant()))
                .allMatch(left -> left == null || left.fitsInto64Bits());
        if (!fits) {
            ledger.replace(row);
            return new Refused("SCORE_OUT_OF_RANGE");
        }
        changes.after(ledger.entries());
        return new Removed(ledger.rows().get(number).expected(rules), changes.of(row));
    }

    private Function<ModelChanges, ModelOutcome> apply(ModelSubmission sent, Instant now) {
        try {
            AppliedSubmission first = sent.idempotencyKey() == null ? null : byKey.get(sent.idempotencyKey());
            ModelAcceptedSubmission row =
                    new ModelSubmissionCheck(rules).row(sent, ledger.rows().size(), present(now), now);
            if (first != null && first.row.receivedAt().plus(RETRIES).isAfter(now)) {
                if (!first.row.sent().equals(sent)) {
                    throw new ModelRefusal("IDEMPOTENCY_CONFLICT");
                }
                return changes -> requireNonNull(first.accepted).asDuplicate();
            }
            return add(row, time(row, now))::outcome;
        } catch (ModelRefusal refusal) {
            return changes -> new Refused(refusal.code());
        }
    }

    /** The leaderboard's time after this submission. */
    private Instant time(ModelAcceptedSubmission row, Instant now) {
        if (rules.clock() == LeaderboardClock.SYSTEM) {
            return now;
        }
        return clock != null && clock.isAfter(row.achievedAt()) ? clock : row.achievedAt();
    }

    private AppliedSubmission add(ModelAcceptedSubmission row, Instant time) {
        List<ModelWindow> spans = rules.windows().stream()
                .map(kind -> ModelWindow.of(kind, row.achievedAt(), rules.zone()))
                .toList();
        List<ModelWindow> open =
                spans.stream().filter(span -> span.accepts(time)).toList();
        AppliedSubmission applied = new AppliedSubmission(
                row.in(open),
                spans.stream()
                        .filter(span -> !span.accepts(time))
                        .map(ModelWindow::name)
                        .toList());
        for (ModelWindow window : open) {
            ModelEntry previous = ledger.entries(window).get(row.sent().participant());
            applied.previous.put(window, previous);
            applied.entries.put(window, previous == null ? row.entry() : previous.with(row.entry(), rules));
        }
        checkBounds(applied);
        ledger.add(applied.row);
        if (row.sent().idempotencyKey() != null) {
            byKey.put(row.sent().idempotencyKey(), applied);
        }
        clock = time;
        return applied;
    }

    private void checkBounds(AppliedSubmission applied) {
        if (!applied.entries.values().stream().allMatch(ModelEntry::fitsInto64Bits)) {
            throw new ModelRefusal("SCORE_OUT_OF_RANGE");
        }
        if (applied.entries.isEmpty()) {
            throw new ModelRefusal("WINDOWS_CLOSED");
        }
        boolean within = rules.mode() == UpdateMode.INCREMENT
                ? applied.entries.keySet().stream().allMatch(window -> isAcceptable(applied, window))
                : rules.isWithin(applied.row.score());
        if (!within) {
            throw new ModelRefusal("SCORE_OUT_OF_BOUNDS");
        }
    }

    /** Whether it is within the bounds, or closer to them than before: a removal can leave a sum outside. */
    private boolean isAcceptable(AppliedSubmission applied, ModelWindow window) {
        long sum = requireNonNull(applied.entries.get(window)).score().longValueExact();
        ModelEntry previous = applied.previous.get(window);
        return rules.isWithin(sum)
                || (previous != null && rules.isNearer(previous.score().longValueExact(), sum));
    }

    /** An applied submission, with the entry before and after it. */
    private static final class AppliedSubmission {
        final ModelAcceptedSubmission row;
        final List<String> closed;
        final Map<ModelWindow, @Nullable ModelEntry> previous = new HashMap<>();
        final Map<ModelWindow, ModelEntry> entries = new HashMap<>();

        @Nullable
        Accepted accepted;

        AppliedSubmission(ModelAcceptedSubmission row, List<String> closed) {
            this.row = row;
            this.closed = closed;
        }

        ModelOutcome outcome(ModelChanges changes) {
            accepted = new Accepted(row.number(), false, changes.of(row, previous, entries), closed);
            return accepted;
        }
    }
}
