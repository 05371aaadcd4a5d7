package laurel.api.http;

/** Paths and headers of the HTTP API. */
public final class HttpApi {
    public static final String GRAPHQL_PATH = "/graphql";
    public static final String STREAM_PATH = GRAPHQL_PATH + "/stream";
    public static final String GRAPHIQL_PATH = "/graphiql";
    public static final String PARTICIPANTS_PATH = "/participants";

    /** Names a reserved event stream, as the protocol graphql-sse defines it. */
    public static final String STREAM_TOKEN_HEADER = "X-GraphQL-Event-Stream-Token";

    private HttpApi() {}
}
