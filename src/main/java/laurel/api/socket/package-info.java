/**
 * GraphQL over WebSocket, by the protocol graphql-transport-ws. {@code SocketUpgrade} performs the handshake,
 * {@code SocketConnection} translates frames to messages and back, and {@code SocketSession} is the protocol without the
 * network. Start with {@code SocketSession}. {@code FrameQueue} writes the messages of all connections of an event loop.
 *
 * <p>Clients that violate the protocol, exceed a limit or do not respond are closed with a {@code CloseCode}.
 */
@NullMarked
package laurel.api.socket;

import org.jspecify.annotations.NullMarked;
