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
 * Counts what a document says once its fragments are spread, without spreading them: twenty fragments that each use the
 * next one twice are a million selections in half a kilobyte. Runs before validation, which spreads them too; so
 * cycles, which validation would report, count as nothing here.
 */
final class FragmentExpansion {
    private static final int DEEPEST = 250;

    private final Map<String, FragmentDefinition> fragments = new HashMap<>();
    private final Map<String, Long> counted = new HashMap<>();

    private FragmentExpansion(Document document) {
        for (FragmentDefinition fragment : document.getDefinitionsOfType(FragmentDefinition.class)) {
            fragments.putIfAbsent(fragment.getName(), fragment);
        }
    }

    /** Fields selected by the largest operation; {@code Long.MAX_VALUE} if selections nest absurdly deep. */
    static long largest(Document document) {
        var expansion = new FragmentExpansion(document);
        return document.getDefinitionsOfType(OperationDefinition.class).stream()
                .mapToLong(operation -> expansion.of(operation.getSelectionSet(), 0))
                .max()
                .orElse(0);
    }

    private long of(@Nullable SelectionSet set, int depth) {
        if (set == null) {
            return 0;
        }
        if (depth > DEEPEST) {
            return Long.MAX_VALUE;
        }
        long sum = 0;
        for (Selection<?> selection : set.getSelections()) {
            sum = add(
                    sum,
                    switch (selection) {
                        case Field field -> add(1, of(field.getSelectionSet(), depth + 1));
                        case InlineFragment inline -> of(inline.getSelectionSet(), depth + 1);
                        case FragmentSpread spread -> fragment(spread.getName(), depth + 1);
                        default -> 0;
                    });
        }
        return sum;
    }

    private long fragment(String name, int depth) {
        Long known = counted.get(name);
        if (known != null) {
            return known;
        }
        FragmentDefinition fragment = fragments.get(name);
        if (fragment == null) {
            return 0;
        }
        counted.put(name, 0L);
        // One for the spread itself, so that fragments of nothing but fragments count too.
        long count = add(1, of(fragment.getSelectionSet(), depth));
        counted.put(name, count);
        return count;
    }

    private static long add(long a, long b) {
        long sum = a + b;
        return sum < 0 ? Long.MAX_VALUE : sum;
    }
}
