package laurel.refusal;

/**
 * Why something was refused, in order of precedence: where several reasons hold, the first is given. The schema's enum of
 * the same name describes each.
 */
public enum RefusalCode {
    BATCH_TOO_LARGE,
    INVALID_KEY,
    UNKNOWN_LEADERBOARD,
    VERSION_CONFLICT,
    LEADERBOARD_ARCHIVED,
    UNKNOWN_ENTITY_TYPE,
    INVALID_PARTICIPANT_ID,
    INVALID_TEXT,
    INVALID_ZONE,
    INVALID_METADATA,
    INVALID_DECIMALS,
    INVALID_IDEMPOTENCY_KEY,
    UNKNOWN_GROUP_ATTRIBUTE,
    INVALID_GROUP_VALUE,
    MISSING_GROUP_VALUE,
    NOT_A_NUMBER,
    OUT_OF_RANGE,
    TOO_MANY_DECIMALS,
    INVALID_BOUNDS,
    INVALID_WINDOWS,
    INVALID_GROUPINGS,
    INVALID_ENTITY_TYPE,
    KEY_TAKEN,
    CANNOT_CHANGE,
    ACHIEVED_IN_FUTURE,
    IDEMPOTENCY_CONFLICT,
    WINDOWS_CLOSED,
    OUT_OF_BOUNDS
}
