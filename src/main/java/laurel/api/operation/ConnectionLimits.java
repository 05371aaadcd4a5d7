package laurel.api.operation;

import io.micronaut.context.annotation.Value;
import jakarta.inject.Singleton;
import java.time.Duration;

/**
 * What connections that stay may take.
 *
 * @param connections   how many there may be at once on this node, of either transport; default 20,000
 * @param subscriptions operations that one connection may have under way; default 100
 * @param message       bytes of a message that a client sends, in however many frames; default 131,072
 * @param buffer        bytes that wait to be taken by one client; default 262,144
 * @param init          how long a client may take to say its first message; default 10 s
 * @param ping          how long nothing is heard of a client before it is asked whether it is there; as long again, and
 * it is
 *                      gone; default 20 s
 * @param stall         how long a client may take nothing of what waits for it; default 30 s
 */
@Singleton
public record ConnectionLimits(
        @Value("${laurel.limits.connections:20000}") int connections,
        @Value("${laurel.limits.subscriptions:100}") int subscriptions,
        @Value("${laurel.limits.message-size:131072}") int message,
        @Value("${laurel.limits.buffer-size:262144}") int buffer,
        @Value("${laurel.live.init:10s}") Duration init,
        @Value("${laurel.live.ping:20s}") Duration ping,
        @Value("${laurel.live.stall:30s}") Duration stall) {}
