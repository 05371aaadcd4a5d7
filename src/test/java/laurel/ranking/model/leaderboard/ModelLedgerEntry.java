package laurel.ranking.model.leaderboard;

import java.util.Map;
import laurel.GraphQLClient.Answer;
import org.jspecify.annotations.Nullable;

/** A submission as returned or expected; its ID is replaced by its number. */
public record ModelLedgerEntry(
        int number,
        String participant,
        String score,
        String subscore,
        ModelGroup group,
        String achievedAt,
        String receivedAt,
        @Nullable Object metadata,
        @Nullable String idempotencyKey,
        @Nullable String removedAt,
        @Nullable String removalReason) {
    public static final String FIELDS = """
            fragment F on ScoreSubmission {
              id participant { externalId } score subscore group achievedAt receivedAt metadata
              idempotencyKey removedAt removalReason
            }
            """;

    /** Reads the result of {@link #FIELDS}. */
    public static ModelLedgerEntry read(Answer node, ModelIds ids) {
        return new ModelLedgerEntry(
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

    static @Nullable Object metadata(@Nullable Integer note) {
        return note == null ? null : Map.of("note", note);
    }
}
