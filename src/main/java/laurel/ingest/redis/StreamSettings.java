package laurel.ingest.redis;

import io.micronaut.context.annotation.ConfigurationProperties;
import io.micronaut.core.bind.annotation.Bindable;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Settings of the consumer: {@code laurel.streams.*}.
 *
 * @param redis {@code redis://user:password@host:6379/0}; if null, no stream is read
 * @param batchSize maximum number of entries of a stream that are read together, 1 to 10,000
 * @param claimAfter how long an entry is pending with a consumer before another claims it
 * @param attempts how often an entry fails alone before it becomes a dead letter; failures count while others succeed
 *     or if its stream is full of failing entries
 */
@ConfigurationProperties("laurel.streams")
public record StreamSettings(
        @Nullable String redis,
        @Bindable(defaultValue = "500") int batchSize,
        @Bindable(defaultValue = "60s") Duration claimAfter,
        @Bindable(defaultValue = "10") int attempts) {

    @Override
    public String toString() {
        // Leaves out the password.
        return "StreamSettings[batchSize=" + batchSize + ", claimAfter=" + claimAfter + ", attempts=" + attempts + "]";
    }
}
