package laurel.leaderboard;

import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.micronaut.core.annotation.Introspected;
import io.micronaut.serde.annotation.Serdeable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import laurel.request.ErrorCode;
import laurel.request.Limits;
import laurel.request.RefusedException;
import org.jspecify.annotations.Nullable;

/**
 * Which changes of rankings are published as events.
 *
 * @param windowKinds    of the windows whose rankings it is about; null for the kinds that no other rule names
 * @param entryAdded     which new entries publish an event
 * @param entryAddedTopCount  with {@link EntryAddedScope#TOP}, the lowest rank of a new entry that publishes an event
 * @param rankChanged    whether changes of ranks publish events
 * @param rankChangedTopCount number of first entries whose rank publishes an event if others pass them or fall behind them; entries
 *                       that change themselves always do
 */
@Serdeable
@JsonInclude(JsonInclude.Include.NON_NULL)
public record EventRule(
        @Nullable List<WindowKind> windowKinds,
        EntryAddedScope entryAdded,
        int entryAddedTopCount,
        boolean rankChanged,
        int rankChangedTopCount) {
    /** Maximum of both tops. */
    public static final int MAX_TOP = 1_000;

    /** Which new entries publish an event. */
    public enum EntryAddedScope {
        /** None. */
        NONE,
        /** Those with one of the first ranks. */
        TOP,
        /** All. */
        ALL
    }

    /** Returns the rule about rankings of windows of this kind; empty if there is none, or if it publishes nothing. */
    public static Optional<EventRule> of(List<EventRule> rules, WindowKind kind) {
        if (rules.isEmpty()) {
            return Optional.empty();
        }
        return rules.stream()
                .filter(rule -> rule.windowKinds != null && rule.windowKinds.contains(kind))
                .findFirst()
                .or(() ->
                        rules.stream().filter(rule -> rule.windowKinds == null).findFirst())
                .filter(rule -> rule.entryAdded != EntryAddedScope.NONE || rule.rankChanged);
    }

    /** Whether a new entry of this rank publishes an event. */
    public boolean publishesEntry(int rank) {
        return switch (entryAdded) {
            case NONE -> false;
            case TOP -> rank <= entryAddedTopCount;
            case ALL -> true;
        };
    }

    /** An event rule as a client gives it, named as in the schema. */
    @Introspected
    public record EventRuleInput(
            @Nullable List<WindowKind> windowKinds,
            @Nullable EntryAddedScope entryAdded,
            @Nullable Integer entryAddedTopCount,
            @Nullable Boolean rankChanged,
            @Nullable Integer rankChangedTopCount) {
        private static final int DEFAULT_TOP = 100;
        private static final int MAX_RULES = WindowKind.values().length;

        /**
         * Returns the rules of a leaderboard. Refuses LIST_TOO_LONG; then, for each, LIST_EMPTY, LIST_TOO_LONG,
         * DUPLICATE_ITEM and NUMBER_OUT_OF_RANGE.
         *
         * @param field the field that holds the list
         */
        static List<EventRule> checked(List<EventRuleInput> inputs, String field) {
            Limits.size(inputs, 0, MAX_RULES, field);
            Set<WindowKind> named = new HashSet<>();
            List<EventRule> rules = new ArrayList<>();
            for (int n = 0; n < inputs.size(); n++) {
                EventRule rule = inputs.get(n).checked(field, Integer.toString(n));
                boolean twice = rule.windowKinds == null
                        ? rules.stream().anyMatch(other -> other.windowKinds == null)
                        : !rule.windowKinds.stream().allMatch(named::add);
                if (twice) {
                    throw duplicate(field, n);
                }
                rules.add(rule);
            }
            return rules;
        }

        private static RefusedException duplicate(String field, int n) {
            return new RefusedException(
                    ErrorCode.DUPLICATE_ITEM,
                    "`" + field + "` has two rules about the same window kind.",
                    field,
                    Integer.toString(n),
                    "windowKinds");
        }

        private EventRule checked(String field, String index) {
            if (windowKinds != null) {
                Limits.size(windowKinds, 1, MAX_RULES, field, index, "windowKinds");
            }
            int entryTop = requireNonNullElse(entryAddedTopCount, DEFAULT_TOP);
            int rankTop = requireNonNullElse(rankChangedTopCount, DEFAULT_TOP);
            return new EventRule(
                    windowKinds,
                    requireNonNullElse(entryAdded, EntryAddedScope.NONE),
                    Limits.number(entryTop, 1, MAX_TOP, field, index, "entryAddedTopCount"),
                    requireNonNullElse(rankChanged, false),
                    Limits.number(rankTop, 0, MAX_TOP, field, index, "rankChangedTopCount"));
        }
    }
}
