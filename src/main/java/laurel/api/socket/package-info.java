/**
 * GraphQL over WebSocket by the protocol graphql-transport-ws: handshake, messages, close codes, and limits on what
 * a client may send.
 */
@NullMarked
package laurel.api.socket;

import org.jspecify.annotations.NullMarked;
