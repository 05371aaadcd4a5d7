package laurel.score;

import io.micronaut.core.type.Argument;
import io.micronaut.json.JsonMapper;
import jakarta.inject.Singleton;
import laurel.database.JsonColumn;

/** The answer that the ledger keeps for retries. */
@Singleton
class AnswerColumn extends JsonColumn<Answer> {
    AnswerColumn(JsonMapper mapper) {
        super(mapper, Argument.of(Answer.class));
    }
}
