package laurel.graphql.node;

import static java.util.function.Function.identity;
import static java.util.stream.Collectors.toUnmodifiableMap;

import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The types of the schema with IDs, each with its code in an ID. A code never changes and is never reused, even if its type is
 * renamed or removed, because IDs are stored by clients. All types of events use the code of their interface.
 */
public enum NodeType {
    APP(1, "App"),
    LEADERBOARD(2, "Leaderboard"),
    WINDOW(3, "LeaderboardWindow"),
    RANKING(4, "Ranking"),
    STANDING(5, "Standing"),
    FINAL_RANKING(6, "FinalRanking"),
    FINAL_STANDING(7, "FinalStanding"),
    PARTICIPANT(8, "Participant"),
    SCORE_SUBMISSION(9, "ScoreSubmission"),
    SEASON(10, "Season"),
    EVENT(11, "AppEvent"),
    ACTIVITY_EVENT(12, "ActivityEvent"),
    STREAK(13, "Streak"),
    SCORING_POLICY(14, "ScoringPolicy"),
    BADGE(15, "Badge"),
    BADGE_AWARD(16, "BadgeAward"),
    WEBHOOK(17, "Webhook"),
    WEBHOOK_DELIVERY(18, "WebhookDelivery"),
    DEAD_LETTER(19, "DeadLetter"),
    JOB(20, "Job"),
    WINDOW_DEFINITION(21, "WindowDefinition"),
    APP_GROUP(22, "AppGroup"),
    PARTICIPANT_RESTRICTION(25, "ParticipantRestriction"),
    API_KEY(26, "ApiKey"),
    AUDIT_RECORD(30, "AuditRecord");

    private static final Map<String, NodeType> BY_NAME =
            Stream.of(values()).collect(toUnmodifiableMap(type -> type.typeName, identity()));
    private static final Map<Integer, NodeType> BY_CODE =
            Stream.of(values()).collect(toUnmodifiableMap(type -> type.code, identity()));

    private final int code;
    private final String typeName;

    NodeType(int code, String typeName) {
        this.code = code;
        this.typeName = typeName;
    }

    /** The type with this name in the schema. */
    public static NodeType of(String typeName) {
        NodeType type = BY_NAME.get(typeName);
        if (type == null) {
            throw new IllegalArgumentException(typeName + " has IDs, but no number in NodeType");
        }
        return type;
    }

    /** Whether a type of this name has IDs. */
    public static boolean isName(String typeName) {
        return BY_NAME.containsKey(typeName);
    }

    public static Optional<NodeType> of(int code) {
        return Optional.ofNullable(BY_CODE.get(code));
    }

    /** From 1 to 127, one byte in an ID. */
    int code() {
        return code;
    }

    /** The name of the type in the schema. */
    String typeName() {
        return typeName;
    }
}
