package laurel.leaderboard;

import io.micronaut.core.type.Argument;
import io.micronaut.json.JsonMapper;
import jakarta.inject.Singleton;
import laurel.database.JsonColumn;

/** The group of a ranking, or that a submission named. */
@Singleton
public class GroupColumn extends JsonColumn<Group> {
    GroupColumn(JsonMapper mapper) {
        super(mapper, Argument.of(Group.class));
    }
}
