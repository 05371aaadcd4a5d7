package laurel.api.engine;

import graphql.normalized.ExecutableNormalizedField;
import graphql.normalized.ExecutableNormalizedOperation;
import graphql.schema.GraphQLArgument;
import graphql.schema.GraphQLFieldDefinition;
import graphql.schema.GraphQLSchema;
import graphql.schema.GraphQLTypeUtil;
import io.micronaut.context.annotation.Value;
import jakarta.inject.Singleton;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Estimates how many fields the response to an operation may contain, before anything is read. Each field counts once for
 * each item of the lists above it. The arguments of a field say how many items the next list below has: {@code first},
 * {@code last}, {@code above} and {@code below}; else the longest list among the arguments. Lists whose arguments say
 * nothing count as one item: they are bounded by definitions, such as the windows of a leaderboard.
 */
@Singleton
final class CostEstimate {
    /** Page size of connections without a default in the schema. */
    private static final int DEFAULT_PAGE = 20;

    /** Larger costs are all the same: far above any limit. Their product with an int fits in a long. */
    private static final long MAX = 1_000_000_000;

    private static final int UNKNOWN = 1;

    /** What an earlier ranking costs, which is derived from all submissions of its window. Ten requests for four fit a budget. */
    private static final int PAST = 150;

    /** What fields cost that read more items than they return. */
    private static final Map<String, Integer> SURCHARGES =
            Map.of("Ranking.search", 50, "Ranking.asOf", PAST, "Badge.rarity", 100);

    private static final Set<String> RANKING = Set.of("Ranking");
    private static final Set<String> STANDING = Set.of("Standing");

    /** Types between a ranking and its standings. */
    private static final Set<String> PARTS = Set.of("StandingConnection", "StandingEdge", "RelativeStanding");

    private static final List<String> SIDES = List.of("above", "below");

    private final int maxPage;

    CostEstimate(@Value("${laurel.limits.page-size:1000}") int maxPage) {
        this.maxPage = maxPage;
    }

    /** Returns the cost, at least 1. */
    long of(ExecutableNormalizedOperation operation, GraphQLSchema schema) {
        return sum(operation.getTopLevelFields(), UNKNOWN, schema);
    }

    /** @param items number of items of the next list */
    private long sum(List<ExecutableNormalizedField> fields, int items, GraphQLSchema schema) {
        return Math.min(
                MAX,
                fields.stream().mapToLong(field -> cost(field, items, schema)).sum());
    }

    private long cost(ExecutableNormalizedField field, int above, GraphQLSchema schema) {
        if (field.getChildren().isEmpty()) {
            return 1;
        }
        int items = Math.max(items(field, schema), above);
        return 1
                + surcharge(field)
                + PAST * comparisons(field) * (isOf(field, RANKING) ? 1 : items)
                + (isList(field, schema)
                        ? items * sum(field.getChildren(), UNKNOWN, schema)
                        : sum(field.getChildren(), items, schema));
    }

    private static int surcharge(ExecutableNormalizedField field) {
        return field.getObjectTypeNames().stream()
                .mapToInt(type -> SURCHARGES.getOrDefault(type + "." + field.getName(), 0))
                .max()
                .orElse(0);
    }

    /** Number of earlier times that the returned standings are compared with. All standings of a ranking share them. */
    private static long comparisons(ExecutableNormalizedField field) {
        return isOf(field, PARTS) ? 0 : comparisonsBelow(field);
    }

    private static long comparisonsBelow(ExecutableNormalizedField field) {
        return field.getChildren().stream()
                .mapToLong(child -> isComparison(child) ? 1 : isOf(child, PARTS) ? comparisonsBelow(child) : 0)
                .sum();
    }

    private static boolean isComparison(ExecutableNormalizedField field) {
        return isOf(field, STANDING) && field.getResolvedArguments().get("sinceTime") != null;
    }

    private static boolean isOf(ExecutableNormalizedField field, Set<String> types) {
        return field.getObjectTypeNames().stream().anyMatch(types::contains);
    }

    private static boolean isList(ExecutableNormalizedField field, GraphQLSchema schema) {
        return GraphQLTypeUtil.isList(GraphQLTypeUtil.unwrapNonNull(field.getType(schema)));
    }

    private int items(ExecutableNormalizedField field, GraphQLSchema schema) {
        Map<String, Object> arguments = field.getResolvedArguments();
        GraphQLFieldDefinition definition = field.getFieldDefinitions(schema).getFirst();
        if (definition.getArgument("first") != null) {
            int given = Math.max(page(definition, arguments, "first"), page(definition, arguments, "last"));
            return given == 0 ? DEFAULT_PAGE : given;
        }
        if (definition.getArgument(SIDES.getFirst()) != null) {
            return 1
                    + SIDES.stream()
                            .mapToInt(side -> page(definition, arguments, side))
                            .sum();
        }
        return Math.toIntExact(Math.max(UNKNOWN, longestList(arguments)));
    }

    /** An explicit null is the default. Sizes outside of the range are refused when the page is read. */
    private int page(GraphQLFieldDefinition definition, Map<String, Object> arguments, String name) {
        Object given = arguments.get(name);
        GraphQLArgument argument = definition.getArgument(name);
        Object size = given == null && argument != null ? GraphQLArgument.getArgumentDefaultValue(argument) : given;
        return size instanceof Integer number ? Math.clamp(number, 0, maxPage) : 0;
    }

    private static long longestList(@Nullable Object value) {
        return switch (value) {
            case null -> 0;
            case Map<?, ?> object -> longest(object.values());
            case Collection<?> list -> Math.max(list.size(), longest(list));
            default -> 0;
        };
    }

    private static long longest(Collection<?> values) {
        return values.stream().mapToLong(CostEstimate::longestList).max().orElse(0);
    }
}
