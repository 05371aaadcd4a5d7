package laurel.leaderboard;

import io.micronaut.core.type.Argument;
import io.micronaut.json.JsonMapper;
import jakarta.inject.Singleton;
import java.util.List;
import laurel.database.JsonColumn;

/** The seasons of a board. */
@Singleton
class SeasonsColumn extends JsonColumn<List<Season>> {
    SeasonsColumn(JsonMapper mapper) {
        super(mapper, Argument.listOf(Season.class));
    }
}
