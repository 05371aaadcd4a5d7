/**
 * HTTP requests and responses, below the endpoints.
 *
 * <ul>
 *   <li>Connections (Netty handlers): {@code RequestGate} accepts only complete and unambiguous HTTP messages in time, by
 *       {@code RequestRules}; {@code ClosingResponse} sends the last response of a connection; {@code HttpConnections}
 *       closes connections when the service stops.
 *   <li>Access: {@code AccessFilter} (keys, or the host if there are none), {@code Cors}.
 *   <li>Requests and responses: {@code RequestReader}, {@code ResponseFormat}, {@code Responses},
 *       {@code ServerErrorProcessor}.
 *   <li>Start and stop: {@code StartupLog}, {@code GracefulShutdown}, {@code ShutdownReadiness}.
 * </ul>
 */
@NullMarked
package laurel.api.http;

import org.jspecify.annotations.NullMarked;
