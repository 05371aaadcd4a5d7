package laurel.ranking.model;

import java.util.Map;
import laurel.GraphQLClient.Answer;
import org.jspecify.annotations.Nullable;

/** A submission of the ledger, as the service tells it or as it must; its id is known by its number. */
record ModelFact(
        int number,
        String who,
        String score,
        String subscore,
        ModelGroup group,
        String achievedAt,
        String receivedAt,
        @Nullable Object metadata,
        @Nullable String idempotencyKey,
        @Nullable String removedAt,
        @Nullable String removalReason) {
    static final String FIELDS = """
            fragment F on ScoreSubmission {
              id participant { externalId } score subscore group achievedAt receivedAt metadata
              idempotencyKey removedAt removalReason
            }
            """;

    /** What {@link #FIELDS} gave. */
    static ModelFact told(Answer node, ModelIds ids) {
        return new ModelFact(
                ids.number(node.text("id")),
                node.text("participant", "externalId"),
                node.text("score"),
                node.text("subscore"),
                ModelGroup.values(node.node("group")),
                node.text("achievedAt"),
                node.text("receivedAt"),
                node.at("metadata"),
                (String) node.at("idempotencyKey"),
                (String) node.at("removedAt"),
                (String) node.at("removalReason"));
    }

    static @Nullable Object metadata(@Nullable Integer says) {
        return says == null ? null : Map.of("says", says);
    }
}
