package laurel.api.rate;

import io.github.bucket4j.Bucket;
import io.github.bucket4j.TimeMeter;
import java.time.Duration;

/**
 * How fast a bucket fills, and how much it holds.
 *
 * @param perMinute tokens per minute; 0 for no limit
 * @param burst     capacity; 0 for the tokens of a minute
 */
record Rate(int perMinute, int burst) {
    boolean unlimited() {
        return perMinute == 0;
    }

    int capacity() {
        return burst == 0 ? perMinute : burst;
    }

    /** A full bucket. It fills evenly, not once a minute. */
    Bucket bucket(TimeMeter time) {
        return Bucket.builder()
                .addLimit(limit -> limit.capacity(capacity()).refillGreedy(perMinute, Duration.ofMinutes(1)))
                .withCustomTimePrecision(time)
                .build();
    }
}
