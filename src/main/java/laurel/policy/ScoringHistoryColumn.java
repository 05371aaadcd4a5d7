package laurel.policy;

import io.micronaut.core.type.Argument;
import io.micronaut.json.JsonMapper;
import jakarta.inject.Singleton;
import laurel.database.JsonColumn;

/** Versions and what follows from them, as a statement gathers it. */
@Singleton
class ScoringHistoryColumn extends JsonColumn<ScoringHistory> {
    ScoringHistoryColumn(JsonMapper mapper) {
        super(mapper, Argument.of(ScoringHistory.class));
    }
}
