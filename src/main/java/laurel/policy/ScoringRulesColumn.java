package laurel.policy;

import io.micronaut.core.type.Argument;
import io.micronaut.json.JsonMapper;
import jakarta.inject.Singleton;
import laurel.database.JsonColumn;

/** Rules in their column. */
@Singleton
class ScoringRulesColumn extends JsonColumn<ScoringRules> {
    ScoringRulesColumn(JsonMapper mapper) {
        super(mapper, Argument.of(ScoringRules.class));
    }
}
