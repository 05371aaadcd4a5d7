package laurel.api.socket;

import io.netty.buffer.ByteBufUtil;
import io.netty.handler.codec.http.websocketx.CloseWebSocketFrame;

/** Why a WebSocket is closed: codes of WebSocket (RFC 6455), and from 4400 on codes of graphql-transport-ws. */
public enum CloseCode {
    /** The service stops. Clients connect to another node. */
    GOING_AWAY(1001),
    /** Invalid frames. */
    PROTOCOL(1002),
    /** Frames that the protocol does not use. */
    UNSUPPORTED(1003),
    /** Texts that are not UTF-8. */
    NOT_UTF_8(1007),
    /** The client sends requests and does not read the responses. */
    POLICY(1008),
    /** A message exceeds the maximum size. */
    TOO_LARGE(1009),
    /** The node has the maximum number of connections. Clients retry. */
    TRY_AGAIN(1013),
    /** An invalid message, or an app that does not exist. Clients do not retry. */
    BAD_REQUEST(4400),
    /** Subscribed before the connection was acknowledged. */
    UNAUTHORIZED(4401),
    /** The key or token is missing, wrong, expired or bound to another app. */
    FORBIDDEN(4403),
    /** No supported subprotocol. */
    SUBPROTOCOL(4406),
    /** No message in time after connecting. */
    INIT_TIMEOUT(4408),
    /** The ID of an operation that is still running. */
    ID_IN_USE(4409),
    /** The client did not read or respond for too long. Clients reconnect. */
    STALLED(4410),
    /** Initialized twice. */
    TOO_MANY_INITS(4429),
    /** An unexpected failure of the service. */
    INTERNAL(4500);

    /** RFC 6455 leaves 125 bytes for a close frame, of which the code takes two. */
    private static final int MAX_REASON = 123;

    private final int number;

    CloseCode(int number) {
        this.number = number;
    }

    public int number() {
        return number;
    }

    /** A close frame with as much of a reason as fits. */
    CloseWebSocketFrame frame(String reason) {
        String text = reason;
        while (ByteBufUtil.utf8Bytes(text) > MAX_REASON) {
            text = text.substring(0, text.offsetByCodePoints(text.length(), -1));
        }
        return new CloseWebSocketFrame(number, text);
    }
}
