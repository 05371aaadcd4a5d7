package laurel.score.graphql;

import graphql.normalized.ExecutableNormalizedField;
import graphql.schema.DataFetchingEnvironment;
import java.util.List;
import java.util.Set;
import laurel.graphql.Input;
import laurel.graphql.Selection;
import laurel.score.submission.ChangeFilter;

/** Reads which changes of entries a mutation selects. */
final class ChangeFilters {
    private static final List<String> CHANGES = List.of("changes", "receipt/changes", "results/receipt/changes");
    private static final Set<String> RANKS = Set.of("rank", "previousRank", "rankChange");

    private ChangeFilters() {}

    /** Returns the filters of the changes whose ranks are selected. */
    static List<ChangeFilter> ranked(DataFetchingEnvironment environment) {
        Selection selection = Selection.of(environment);
        return CHANGES.stream()
                .flatMap(path -> selection.fields(path).stream())
                .filter(changes -> changes.getChildren().stream()
                        .map(ExecutableNormalizedField::getName)
                        .anyMatch(RANKS::contains))
                .map(changes -> new Input(changes.getResolvedArguments()).as(ChangeFilter.class))
                .toList();
    }
}
