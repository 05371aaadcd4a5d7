package laurel.ingest.redis;

import io.micronaut.context.annotation.ConfigurationProperties;
import io.micronaut.core.bind.annotation.Bindable;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Which Redis is read, and how: {@code laurel.streams.*}.
 *
 * @param redis    {@code redis://user:password@host:6379/0}; absent, no stream is read
 * @param batch    most entries of a stream that are read at once and recorded in one transaction, 1 to 10,000
 * @param idle     how long an entry was with a consumer before another claims it
 * @param attempts how often an entry fails by itself, while others pass or its stream is full of such, before it becomes a
 *     dead letter
 */
@ConfigurationProperties("laurel.streams")
public record StreamSettings(
        @Nullable String redis,
        @Bindable(defaultValue = "100") int batch,
        @Bindable(defaultValue = "60s") Duration idle,
        @Bindable(defaultValue = "10") int attempts) {

    @Override
    public String toString() {
        // Without the password.
        return "StreamSettings[batch=" + batch + ", idle=" + idle + ", attempts=" + attempts + "]";
    }
}
