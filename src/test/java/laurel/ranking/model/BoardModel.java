package laurel.ranking.model;

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
import laurel.ranking.model.ModelOutcome.Accepted;
import laurel.ranking.model.ModelOutcome.Refused;
import laurel.ranking.model.ModelOutcome.Removed;
import org.jspecify.annotations.Nullable;

/** What a board takes and what it answers, by the requirements, in memory and without any cleverness. */
final class BoardModel {
    private static final Duration RETRIES = Duration.ofHours(24);

    private final ModelRules rules;
    private final ModelLedger ledger;
    private final Map<String, Item> byKey = new HashMap<>();
    private @Nullable Instant clock;

    BoardModel(ModelRules rules) {
        this.rules = rules;
        this.ledger = new ModelLedger(rules);
    }

    ModelRules rules() {
        return rules;
    }

    ModelLedger ledger() {
        return ledger;
    }

    /** Where a board's time comes from says what its present is. */
    Instant present(Instant now) {
        return rules.clock() == LeaderboardClock.SUBMISSIONS && clock != null ? clock : now;
    }

    /** Applies a batch in order; whatever bears no time was achieved at the board's present before the batch. */
    List<ModelOutcome> submit(List<ModelSubmission> batch, Instant now) {
        ModelChanges changes = new ModelChanges(rules, ledger.stands());
        Instant present = present(now);
        List<Function<ModelChanges, ModelOutcome>> results = new ArrayList<>();
        for (ModelSubmission sent : batch) {
            results.add(judge(sent, present, now));
        }
        changes.after(ledger.stands());
        return results.stream().map(result -> result.apply(changes)).toList();
    }

    /** Removes the submission of a number; null is one that there never was. */
    ModelOutcome remove(@Nullable Integer number, @Nullable String reason, Instant now) {
        if (reason != null && (reason.isBlank() || reason.length() > 200)) {
            return new Refused("INVALID_TEXT");
        }
        if (number == null) {
            return new Refused("SUBMISSION_NOT_FOUND");
        }
        ModelRow row = ledger.rows().get(number);
        if (row.removal() != null) {
            return new Removed(row.fact(rules), List.of());
        }
        ModelChanges changes = new ModelChanges(rules, ledger.stands());
        ledger.replace(row.removed(new ModelRow.Removal(now, reason)));
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
            ModelRow row = new ModelCheck(rules).row(sent, ledger.rows().size(), present, now);
            if (first != null && first.row.receivedAt().plus(RETRIES).isAfter(now)) {
                if (!first.row.sent().equals(sent)) {
                    throw new ModelNo("IDEMPOTENCY_CONFLICT");
                }
                return changes -> requireNonNull(first.answer).again();
            }
            return stand(row, time(row, now))::answer;
        } catch (ModelNo no) {
            return changes -> new Refused(no.code());
        }
    }

    /** The board's time once this is received. */
    private Instant time(ModelRow row, Instant now) {
        if (rules.clock() == LeaderboardClock.SYSTEM) {
            return now;
        }
        return clock != null && clock.isAfter(row.achievedAt()) ? clock : row.achievedAt();
    }

    private Item stand(ModelRow row, Instant time) {
        List<ModelSpan> spans = rules.windows().stream()
                .map(kind -> ModelSpan.of(kind, row.achievedAt(), rules.zone()))
                .toList();
        List<ModelSpan> open = spans.stream().filter(span -> span.takes(time)).toList();
        Item item = new Item(
                row.in(open),
                spans.stream()
                        .filter(span -> !span.takes(time))
                        .map(ModelSpan::name)
                        .toList());
        for (ModelSpan window : open) {
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
            throw new ModelNo("SCORE_OUT_OF_RANGE");
        }
        if (item.stands.isEmpty()) {
            throw new ModelNo("WINDOWS_CLOSED");
        }
        boolean within = rules.mode() == UpdateMode.INCREMENT
                ? item.stands.keySet().stream().allMatch(window -> permitted(item, window))
                : rules.within(item.row.score());
        if (!within) {
            throw new ModelNo("SCORE_OUT_OF_BOUNDS");
        }
    }

    /** Within the bounds, or nearer to them than what stood: a removal can leave a sum outside. */
    private boolean permitted(Item item, ModelSpan window) {
        long sum = requireNonNull(item.stands.get(window)).score().longValueExact();
        ModelEntry stood = item.stood.get(window);
        return rules.within(sum) || (stood != null && rules.nearer(stood.score().longValueExact(), sum));
    }

    /** A submission that stands, with what stood when it came and what it made of that. */
    private static final class Item {
        final ModelRow row;
        final List<String> closed;
        final Map<ModelSpan, @Nullable ModelEntry> stood = new HashMap<>();
        final Map<ModelSpan, ModelEntry> stands = new HashMap<>();

        @Nullable
        Accepted answer;

        Item(ModelRow row, List<String> closed) {
            this.row = row;
            this.closed = closed;
        }

        ModelOutcome answer(ModelChanges changes) {
            answer = new Accepted(row.number(), false, changes.of(row, stood, stands), closed);
            return answer;
        }
    }
}
