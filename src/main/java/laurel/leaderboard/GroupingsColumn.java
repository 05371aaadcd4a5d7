package laurel.leaderboard;

import io.micronaut.core.type.Argument;
import io.micronaut.json.JsonMapper;
import jakarta.inject.Singleton;
import java.util.List;
import laurel.database.JsonColumn;

/** The groupings of a board. */
@Singleton
class GroupingsColumn extends JsonColumn<List<Grouping>> {
    GroupingsColumn(JsonMapper mapper) {
        super(mapper, Argument.listOf(Grouping.class));
    }
}
