package laurel.activity;

import io.micronaut.core.type.Argument;
import io.micronaut.json.JsonMapper;
import jakarta.inject.Singleton;
import java.util.List;
import laurel.database.JsonColumn;

/** The lines of a tally, which a statement puts together. */
@Singleton
class LinesColumn extends JsonColumn<List<DailyTally.Line>> {
    LinesColumn(JsonMapper mapper) {
        super(mapper, Argument.listOf(DailyTally.Line.class));
    }
}
