package laurel.refusal;

/**
 * Why something was refused, in order of precedence: where several reasons hold, the first is given. The schema's enum of
 * the same name describes each.
 */
public enum RefusalCode {
    BATCH_TOO_LARGE,
    INVALID_KEY,
    INVALID_TEXT,
    INVALID_METADATA,
    INVALID_ZONE,
    INVALID_DECIMALS,
    INVALID_BOUNDS,
    INVALID_WINDOWS,
    INVALID_ENTITY_TYPE,
    KEY_TAKEN,
    UNKNOWN_LEADERBOARD,
    LEADERBOARD_ARCHIVED,
    UNKNOWN_ENTITY_TYPE,
    INVALID_PARTICIPANT_ID,
    INVALID_IDEMPOTENCY_KEY,
    IDEMPOTENCY_CONFLICT,
    NOT_A_NUMBER,
    TOO_MANY_DECIMALS,
    OUT_OF_RANGE,
    OUT_OF_BOUNDS,
    ACHIEVED_IN_FUTURE,
    WINDOWS_CLOSED
}
