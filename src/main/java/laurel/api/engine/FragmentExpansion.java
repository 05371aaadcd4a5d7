package laurel.api.engine;

import graphql.language.Document;
import graphql.language.Field;
import graphql.language.FragmentDefinition;
import graphql.language.FragmentSpread;
import graphql.language.InlineFragment;
import graphql.language.OperationDefinition;
import graphql.language.Selection;
import graphql.language.SelectionSet;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Counts the fields of a document after fragment expansion, without expanding: twenty fragments that each use the next one
 * twice are a million selections in half a kilobyte. Runs before validation, which expands fragments too. Cycles count as
 * nothing here; validation reports them.
 */
final class FragmentExpansion {
    private static final int MAX_DEPTH = 250;

    private final Map<String, FragmentDefinition> fragments = new HashMap<>();
    private final Map<String, Long> counted = new HashMap<>();

    private FragmentExpansion(Document document) {
        for (FragmentDefinition fragment : document.getDefinitionsOfType(FragmentDefinition.class)) {
            fragments.putIfAbsent(fragment.getName(), fragment);
        }
    }

    /** Returns the field count of the largest operation; {@code Long.MAX_VALUE} if selections nest too deeply. */
    static long maxFieldCount(Document document) {
        var expansion = new FragmentExpansion(document);
        return document.getDefinitionsOfType(OperationDefinition.class).stream()
                .mapToLong(operation -> expansion.count(operation.getSelectionSet(), 0))
                .max()
                .orElse(0);
    }

    private long count(@Nullable SelectionSet set, int depth) {
        if (set == null) {
            return 0;
        }
        if (depth > MAX_DEPTH) {
            return Long.MAX_VALUE;
        }
        long sum = 0;
        for (Selection<?> selection : set.getSelections()) {
            sum = add(
                    sum,
                    switch (selection) {
                        case Field field -> add(1, count(field.getSelectionSet(), depth + 1));
                        case InlineFragment inline -> count(inline.getSelectionSet(), depth + 1);
                        case FragmentSpread spread -> fragment(spread.getName(), depth + 1);
                        default -> 0;
                    });
        }
        return sum;
    }

    private long fragment(String name, int depth) {
        Long cached = counted.get(name);
        if (cached != null) {
            return cached;
        }
        FragmentDefinition fragment = fragments.get(name);
        if (fragment == null) {
            return 0;
        }
        counted.put(name, 0L);
        // Counts the spread too, so that fragments that contain only fragments count.
        long count = add(1, count(fragment.getSelectionSet(), depth));
        counted.put(name, count);
        return count;
    }

    private static long add(long a, long b) {
        long sum = a + b;
        return sum < 0 ? Long.MAX_VALUE : sum;
    }
}
