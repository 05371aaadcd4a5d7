package laurel.request;

/**
 * The {@code extensions.code} of a GraphQL error, as the schema's enum of the same name documents them. An error means
 * that the request is broken or that the service is; a violated rule of a mutation is a {@code UserError} in its payload
 * instead.
 */
public enum RequestErrorCode {
    BAD_REQUEST,
    UNAUTHENTICATED,
    FORBIDDEN,
    APP_NOT_FOUND,
    PATH_NOT_FOUND,
    STREAM_NOT_FOUND,
    PERSISTED_QUERY_NOT_FOUND,
    GRAPHQL_PARSE_FAILED,
    GRAPHQL_VALIDATION_FAILED,
    OPERATION_RESOLUTION_FAILED,
    INVALID_ARGUMENT,
    INVALID_PAGE_SIZE,
    INVALID_CURSOR,
    INVALID_ID,
    UNKNOWN_GROUPING,
    UNKNOWN_WINDOW_DEFINITION,
    LEADERBOARD_NOT_FOUND,
    PARTICIPANT_NOT_FOUND,
    ACTIVITY_INCOMPLETE,
    LIMIT_EXCEEDED,
    RATE_LIMITED,
    SLOW_CONSUMER,
    TIMEOUT,
    UNAVAILABLE,
    INTERNAL
}
