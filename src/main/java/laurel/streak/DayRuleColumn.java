package laurel.streak;

import io.micronaut.core.type.Argument;
import io.micronaut.json.JsonMapper;
import jakarta.inject.Singleton;
import laurel.database.JsonColumn;

/** A rule in its column. */
@Singleton
class DayRuleColumn extends JsonColumn<DayRule> {
    DayRuleColumn(JsonMapper mapper) {
        super(mapper, Argument.of(DayRule.class));
    }
}
