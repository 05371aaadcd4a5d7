package laurel.graphql;

/**
 * The {@code extensions.code} of a GraphQL error: the whole list. An error means that the request is broken or that the
 * service is; a rule of the game that says no is a {@code Refusal} in the data instead.
 */
public enum RequestErrorCode {
    /** The HTTP request is not a GraphQL request: not JSON, no query, a parameter of the wrong type, a wrong method. */
    BAD_REQUEST,
    /** A key is needed, and the request has none or a wrong one. */
    UNAUTHENTICATED,
    /**
     * The caller is known and may not do this, or not in this app, or the request came by a host name that this service
     * does not answer to.
     */
    FORBIDDEN,
    /** There is no app of the key that the header {@code Laurel-App} names, or that the caller's key is bound to. */
    APP_NOT_FOUND,
    /** No such address. */
    NOT_FOUND,
    /** The query is not GraphQL. */
    GRAPHQL_PARSE_FAILED,
    /** The query does not fit the schema. */
    GRAPHQL_VALIDATION_FAILED,
    /** The query holds several operations and {@code operationName} picks none of them. */
    OPERATION_RESOLUTION_FAILED,
    /** A variable or an argument has a value that its type does not allow. */
    BAD_USER_INPUT,
    /** An ID is none that this service gave, or is the ID of an object of another type than the argument takes. */
    INVALID_ID,
    /** The request is larger, deeper or wider than this service is configured to answer. */
    LIMIT_EXCEEDED,
    /**
     * A client does not take what it subscribed to as fast as it is told: its subscription has ended. Resume with {@code
     * after}.
     */
    SLOW_CONSUMER,
    /** The request took longer than this service is configured to work on one. */
    TIMEOUT,
    /** Something that the service needs, such as its database, does not answer at the moment. Try again later. */
    UNAVAILABLE,
    /** A fault of the service. The message holds an id under which the log has the details. */
    INTERNAL
}
