package laurel.badge;

import io.micronaut.core.type.Argument;
import io.micronaut.json.JsonMapper;
import jakarta.inject.Singleton;
import laurel.database.JsonColumn;

/** A rule in its column. */
@Singleton
class BadgeRuleColumn extends JsonColumn<BadgeRule> {
    BadgeRuleColumn(JsonMapper mapper) {
        super(mapper, Argument.of(BadgeRule.class));
    }
}
