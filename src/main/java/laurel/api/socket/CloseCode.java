package laurel.api.socket;

/** Why a socket is closed: those of WebSocket (RFC 6455), and from 4400 on those of graphql-transport-ws. */
public enum CloseCode {
    /** The service stops; try another node. */
    GOING_AWAY(1001),
    /** Frames that are none. */
    PROTOCOL(1002),
    /** Frames that the protocol has no use for. */
    UNSUPPORTED(1003),
    /** Texts that are not UTF-8. */
    NOT_UTF_8(1007),
    /** The client asks on and on and reads no answer. */
    POLICY(1008),
    /** A message of more bytes than may be. */
    TOO_LARGE(1009),
    /** The service has as many connections as it may; try again. */
    TRY_AGAIN(1013),
    /** A message that is none of the protocol, or that names an app that there is not: no client tries that again. */
    BAD_REQUEST(4400),
    /** Subscribed before the connection was acknowledged. */
    UNAUTHORIZED(4401),
    /** Without a key, with a wrong one, or with one that may not do this. */
    FORBIDDEN(4403),
    /** No subprotocol that we speak. */
    SUBPROTOCOL(4406),
    /** Nothing was said after connecting. */
    INIT_TIMEOUT(4408),
    /** The id of an operation that is still under way. */
    ID_IN_USE(4409),
    /** The client took nothing of what it was sent, or did not answer, for too long; clients connect again. */
    STALLED(4410),
    /** Initialised twice. */
    TOO_MANY_INITS(4429),
    /** A fault of ours. */
    INTERNAL(4500);

    private final int number;

    CloseCode(int number) {
        this.number = number;
    }

    public int number() {
        return number;
    }
}
