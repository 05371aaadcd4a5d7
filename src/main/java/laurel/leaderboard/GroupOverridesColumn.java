package laurel.leaderboard;

import io.micronaut.core.type.Argument;
import io.micronaut.json.JsonMapper;
import jakarta.inject.Singleton;
import java.util.List;
import laurel.database.JsonColumn;

/** The overrides of a board's groups. */
@Singleton
class GroupOverridesColumn extends JsonColumn<List<GroupOverride>> {
    GroupOverridesColumn(JsonMapper mapper) {
        super(mapper, Argument.listOf(GroupOverride.class));
    }
}
