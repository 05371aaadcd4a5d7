package laurel.leaderboard;

import io.micronaut.core.type.Argument;
import io.micronaut.json.JsonMapper;
import jakarta.inject.Singleton;
import java.util.List;
import laurel.database.JsonColumn;

/** The window definitions of a board. */
@Singleton
class WindowsColumn extends JsonColumn<List<WindowDefinition>> {
    WindowsColumn(JsonMapper mapper) {
        super(mapper, Argument.listOf(WindowDefinition.class));
    }
}
