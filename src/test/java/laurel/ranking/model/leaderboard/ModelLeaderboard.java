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
    private final Map<String, Item> byKey = new HashMap<>();
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

    /** Applies a batch in order. Submissions without a time were achieved at the present before the batch. */
    public List<ModelOutcome> submit(List<ModelSubmission> batch, Instant now) {
        ModelChanges changes = new ModelChanges(rules, ledger.stands());
        Instant present = present(now);
        List<Function<ModelChanges, ModelOutcome>> results = new ArrayList<>();
        for (ModelSubmission sent : batch) {
            results.add(judge(sent, present, now));
        }
        changes.after(ledger.stands());
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
            return new Removed(row.fact(rules), List.of());
        }
        ModelChanges changes = new ModelChanges(rules, ledger.stands());
        ledger.replace(row.removed(new ModelAcceptedSubmission.Removal(now, reason)));
        boolean fits = row.windows().stream()
                .map(window -> ledger.stands(window).get(row.sent().who()))
                .allMatch(left -> left == null || left.fits());
        if (!fits) {
            ledger.replace(row);
            return new Refused("SCORE_OUT_OF_RANGE");
        }
        changes.after(ledger.stands());
        return new Removed(ledger.rows().get(number).fact(rules), changes.of(row));
    }

    private Function<ModelChanges, ModelOutcome> judge(ModelSubmission sent, Instant present, Instant now) {
        try {
            Item first = sent.idempotencyKey() == null ? null : byKey.get(sent.idempotencyKey());
            ModelAcceptedSubmission row =
                    new ModelSubmissionCheck(rules).row(sent, ledger.rows().size(), present, now);
            if (first != null && first.row.receivedAt().plus(RETRIES).isAfter(now)) {
                if (!first.row.sent().equals(sent)) {
                    throw new ModelRefusal("IDEMPOTENCY_CONFLICT");
                }
                return changes -> requireNonNull(first.answer).again();
            }
            return stand(row, time(row, now))::answer;
        } catch (ModelRefusal no) {
            return changes -> new Refused(no.code());
        }
    }

    /** The leaderboard's time after this submission. */
    private Instant time(ModelAcceptedSubmission row, Instant now) {
        if (rules.clock() == LeaderboardClock.SYSTEM) {
            return now;
        }
        return clock != null && clock.isAfter(row.achievedAt()) ? clock : row.achievedAt();
    }

    private Item stand(ModelAcceptedSubmission row, Instant time) {
        List<ModelWindow> spans = rules.windows().stream()
                .map(kind -> ModelWindow.of(kind, row.achievedAt(), rules.zone()))
                .toList();
        List<ModelWindow> open = spans.stream().filter(span -> span.takes(time)).toList();
        Item item = new Item(
                row.in(open),
                spans.stream()
                        .filter(span -> !span.takes(time))
                        .map(ModelWindow::name)
                        .toList());
        for (ModelWindow window : open) {
            ModelEntry stood = ledger.stands(window).get(row.sent().who());
            item.stood.put(window, stood);
            item.stands.put(window, stood == null ? row.entry() : stood.with(row.entry(), rules));
        }
        permit(item);
        ledger.add(item.row);
        if (row.sent().idempotencyKey() != null) {
            byKey.put(row.sent().idempotencyKey(), item);
        }
        clock = time;
        return item;
    }

    private void permit(Item item) {
        if (!item.stands.values().stream().allMatch(ModelEntry::fits)) {
            throw new ModelRefusal("SCORE_OUT_OF_RANGE");
        }
        if (item.stands.isEmpty()) {
            throw new ModelRefusal("WINDOWS_CLOSED");
        }
        boolean within = rules.mode() == UpdateMode.INCREMENT
                ? item.stands.keySet().stream().allMatch(window -> permitted(item, window))
                : rules.within(item.row.score());
        if (!within) {
            throw new ModelRefusal("SCORE_OUT_OF_BOUNDS");
        }
    }

    /** Whether it is within the bounds, or closer to them than before: a removal can leave a sum outside. */
    private boolean permitted(Item item, ModelWindow window) {
        long sum = requireNonNull(item.stands.get(window)).score().longValueExact();
        ModelEntry stood = item.stood.get(window);
        return rules.within(sum) || (stood != null && rules.nearer(stood.score().longValueExact(), sum));
    }

    /** An applied submission, with the entry before and after it. */
    private static final class Item {
        final ModelAcceptedSubmission row;
        final List<String> closed;
        final Map<ModelWindow, @Nullable ModelEntry> stood = new HashMap<>();
        final Map<ModelWindow, ModelEntry> stands = new HashMap<>();

        @Nullable
        Accepted answer;

        Item(ModelAcceptedSubmission row, List<String> closed) {
            this.row = row;
            this.closed = closed;
        }

        ModelOutcome answer(ModelChanges changes) {
            answer = new Accepted(row.number(), false, changes.of(row, stood, stands), closed);
            return answer;
        }
    }
}
