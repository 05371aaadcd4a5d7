package laurel.ranking;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import laurel.leaderboard.BoardClock;
import laurel.leaderboard.UpdateMode;
import laurel.ranking.ModelOutcome.Accepted;
import laurel.ranking.ModelOutcome.Change;
import laurel.ranking.ModelOutcome.Refused;
import org.jspecify.annotations.Nullable;

/** What a board holds after some submissions, by the requirements, in memory and without any cleverness. */
final class BoardModel {
    private static final Duration SKEW = Duration.ofMinutes(5);
    private static final Duration RETRIES = Duration.ofHours(24);

    private final ModelRules rules;
    /** By window name, then participant. */
    private final Map<String, Map<String, ModelEntry>> entries = new TreeMap<>();

    private final Map<String, Taken> byKey = new HashMap<>();
    private @Nullable Instant clock;

    BoardModel(ModelRules rules) {
        this.rules = rules;
    }

    /** By window name, then participant. */
    Map<String, Map<String, ModelEntry>> entries() {
        return entries;
    }

    /** Applies a batch in order; whatever bears no time was achieved at the board's present before the batch. */
    List<ModelOutcome> submit(List<ModelSubmission> batch, Instant now) {
        Map<String, Map<String, ModelEntry>> before = new HashMap<>();
        entries.forEach((window, stand) -> before.put(window, Map.copyOf(stand)));
        List<Object> results = new ArrayList<>();
        List<Taken> taken = new ArrayList<>();
        Instant present = rules.clock() == BoardClock.SUBMISSIONS && clock != null ? clock : now;
        for (ModelSubmission sent : batch) {
            results.add(judge(sent, present, now, taken));
        }
        taken.forEach(item -> item.answer = answer(item, before));
        return results.stream().map(BoardModel::outcome).toList();
    }

    private static ModelOutcome outcome(Object result) {
        return switch (result) {
            case Taken first -> first.answer();
            case Repeat repeat -> repeat.of.answer().again();
            default -> (Refused) result;
        };
    }

    private Object judge(ModelSubmission sent, Instant present, Instant now, List<Taken> taken) {
        try {
            Taken first = sent.idempotencyKey() == null ? null : byKey.get(sent.idempotencyKey());
            Taken item = checked(sent, present, now);
            if (first != null && first.receivedAt.plus(RETRIES).isAfter(now)) {
                if (!first.sent.equals(sent)) {
                    throw new No("IDEMPOTENCY_CONFLICT");
                }
                return new Repeat(first);
            }
            stand(item);
            taken.add(item);
            if (sent.idempotencyKey() != null) {
                byKey.put(sent.idempotencyKey(), item);
            }
            if (rules.clock() == BoardClock.SUBMISSIONS) {
                clock = item.time;
            }
            return item;
        } catch (No no) {
            return new Refused(no.code);
        }
    }

    private Taken checked(ModelSubmission sent, Instant present, Instant now) {
        long score = fixed(sent.score());
        Instant achievedAt = sent.achievedAt() == null ? present : sent.achievedAt();
        if (achievedAt.isAfter(now.plus(SKEW))) {
            throw new No("ACHIEVED_IN_FUTURE");
        }
        Instant time = now;
        if (rules.clock() == BoardClock.SUBMISSIONS) {
            time = clock != null && clock.isAfter(achievedAt) ? clock : achievedAt;
        }
        return new Taken(sent, new ModelEntry(score, sent.subscore(), achievedAt, sent.says()), now, time);
    }

    private void stand(Taken item) {
        Map<String, ModelEntry> after = new LinkedHashMap<>();
        boolean outOfBounds = false;
        for (ModelSpan span : spans(item)) {
            if (!span.takes(item.time)) {
                item.closed.add(span.name());
                continue;
            }
            ModelEntry standing = in(entries, span.name()).get(item.sent.who());
            ModelEntry result;
            try {
                result = standing == null ? item.entry : standing.with(item.entry, rules.mode(), rules.tieRule());
            } catch (ArithmeticException e) {
                throw new No("OUT_OF_RANGE");
            }
            long bound = rules.mode() == UpdateMode.INCREMENT ? result.score() : item.entry.score();
            outOfBounds |= rules.minScore() != null && bound < rules.minScore();
            outOfBounds |= rules.maxScore() != null && bound > rules.maxScore();
            item.previous.put(span.name(), standing == null ? null : rules.text(standing.score()));
            after.put(span.name(), result);
        }
        if (after.isEmpty()) {
            throw new No("WINDOWS_CLOSED");
        }
        if (outOfBounds) {
            throw new No("OUT_OF_BOUNDS");
        }
        after.forEach((window, entry) -> {
            item.current.put(window, rules.text(entry.score()));
            entries.computeIfAbsent(window, name -> new TreeMap<>()).put(item.sent.who(), entry);
        });
    }

    private List<ModelSpan> spans(Taken item) {
        return rules.windows().stream()
                .map(kind -> ModelSpan.of(kind, item.entry.achievedAt(), rules.zone()))
                .toList();
    }

    private Accepted answer(Taken item, Map<String, Map<String, ModelEntry>> before) {
        List<Change> changes = new ArrayList<>();
        item.current.forEach((window, score) -> {
            Integer previousRank = rank(in(before, window), item.sent.who());
            Integer rank = rank(in(entries, window), item.sent.who());
            Integer delta = previousRank == null || rank == null ? null : Integer.valueOf(previousRank - rank);
            changes.add(new Change(window, item.previous.get(window), score, previousRank, rank, delta));
        });
        return new Accepted(false, changes, item.closed);
    }

    private @Nullable Integer rank(Map<String, ModelEntry> window, String who) {
        ModelEntry own = window.get(who);
        return own == null
                ? null
                : Integer.valueOf(1
                        + (int) window.values().stream()
                                .filter(other -> other.outranks(own, rules.order()))
                                .count());
    }

    private long fixed(String text) {
        BigDecimal fixed;
        try {
            fixed = new BigDecimal(text).movePointRight(rules.decimals());
        } catch (NumberFormatException e) {
            throw new No("NOT_A_NUMBER");
        }
        if (fixed.compareTo(BigDecimal.valueOf(Long.MIN_VALUE)) < 0
                || fixed.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0) {
            throw new No("OUT_OF_RANGE");
        }
        try {
            BigInteger whole = fixed.toBigIntegerExact();
            return whole.longValueExact();
        } catch (ArithmeticException e) {
            throw new No("TOO_MANY_DECIMALS");
        }
    }

    private static Map<String, ModelEntry> in(Map<String, Map<String, ModelEntry>> windows, String name) {
        Map<String, ModelEntry> window = windows.get(name);
        return window == null ? Map.of() : window;
    }

    /** The same as an earlier one. */
    private record Repeat(Taken of) {}

    /** A submission that stands, or shall. */
    private static final class Taken {
        final ModelSubmission sent;
        final ModelEntry entry;
        final Instant receivedAt;
        final Instant time;
        final Map<String, @Nullable String> previous = new HashMap<>();
        final Map<String, String> current = new LinkedHashMap<>();
        final List<String> closed = new ArrayList<>();

        @Nullable
        Accepted answer;

        /** @param time the board's, once this is received */
        Taken(ModelSubmission sent, ModelEntry entry, Instant receivedAt, Instant time) {
            this.sent = sent;
            this.entry = entry;
            this.receivedAt = receivedAt;
            this.time = time;
        }

        Accepted answer() {
            if (answer == null) {
                throw new IllegalStateException("not answered yet");
            }
            return answer;
        }
    }

    private static final class No extends RuntimeException {
        final String code;

        No(String code) {
            super(code);
            this.code = code;
        }
    }
}
