package laurel.api.http;

import io.micronaut.context.annotation.Value;
import jakarta.inject.Singleton;
import java.time.Duration;

/**
 * How long a request and its answer may be under way, under {@code laurel.limits}.
 *
 * @param receive from the first byte of a request to its last; default 30 s
 * @param send    from the first byte of an answer to its last, of a stream of events from its end; default 60 s
 */
@Singleton
public record HttpLimits(
        @Value("${laurel.limits.receive-time:30s}") Duration receive,
        @Value("${laurel.limits.send-time:60s}") Duration send) {}
