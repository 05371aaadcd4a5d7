package laurel.score.graphql;

import graphql.schema.DataFetchingFieldSelectionSet;
import java.util.List;
import laurel.graphql.Input;
import laurel.score.submission.ChangeFilter;

/** Reads which changes of entries a mutation selects. */
final class ChangeFilters {
    private ChangeFilters() {}

    /** Returns the filters of the changes whose ranks are selected. */
    static List<ChangeFilter> ranked(DataFetchingFieldSelectionSet selected) {
        return selected.getFields("changes", "receipt/changes", "results/receipt/changes").stream()
                .filter(changes -> changes.getSelectionSet().containsAnyOf("rank", "previousRank", "rankChange"))
                .map(changes -> new Input(changes.getArguments()).as(ChangeFilter.class))
                .toList();
    }
}
