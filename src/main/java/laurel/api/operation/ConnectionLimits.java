package laurel.api.operation;

import io.micronaut.context.annotation.Value;
import jakarta.inject.Singleton;
import java.time.Duration;

/**
 * Limits of connections that stay open.
 *
 * @param connections   maximum number of WebSockets and event streams per node; default 20,000
 * @param subscriptions maximum number of running operations per connection; default 100
 * @param text          bytes of the documents and variables of the running operations of a connection; default 1,048,576
 * @param followed      standings that the subscriptions of a connection follow; default 20,000
 * @param message       bytes of a message from a client, over all its frames; default 131,072
 * @param buffer        bytes that may wait for one client; default 262,144
 * @param init          time within which a client must send its first message; default 10 s
 * @param ping          silence after which a client is pinged; after the same time again it is disconnected; default 20 s
 * @param stall         time after which a client that reads nothing is disconnected; default 30 s
 * @param send          time after which a client that has not read all of a result is disconnected; default 60 s
 */
@Singleton
public record ConnectionLimits(
        @Value("${laurel.limits.connections:20000}") int connections,
        @Value("${laurel.limits.subscriptions:100}") int subscriptions,
        @Value("${laurel.limits.subscription-text:1048576}") int text,
        @Value("${laurel.limits.followed-standings:20000}") int followed,
        @Value("${laurel.limits.message-size:131072}") int message,
        @Value("${laurel.limits.buffer-size:262144}") int buffer,
        @Value("${laurel.live.connection-init-time:10s}") Duration init,
        @Value("${laurel.live.ping-every:20s}") Duration ping,
        @Value("${laurel.live.stall-time:30s}") Duration stall,
        @Value("${laurel.limits.send-time:60s}") Duration send) {
    /** Why a connection beyond the maximum is refused. */
    public String full() {
        return "The node has " + connections + " connections, the maximum (`laurel.limits.connections`).";
    }

    /** Why a client is disconnected that reads nothing. */
    public String stalled() {
        return "The client has read nothing for " + stall.toSeconds() + " s.";
    }

    /** Why a client is disconnected that has not read all of a result. */
    public String late() {
        return "The client has taken longer than " + send.toMillis()
                + " ms to read a result (`laurel.limits.send-time`).";
    }
}
