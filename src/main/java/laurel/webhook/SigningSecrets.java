package laurel.webhook;

import io.micronaut.core.annotation.Introspected;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a webhook's messages are signed by. Each is {@code whsec_} and the Base64 of 32 bytes.
 *
 * @param oldSecret the one before, null where there is none
 * @param oldUntil  until when that signs too
 */
@Introspected
public record SigningSecrets(
        String secret, @Nullable String oldSecret, @Nullable Instant oldUntil) {
    /** What every secret begins with. */
    public static final String PREFIX = "whsec_";

    private static final Duration OVERLAP = Duration.ofHours(24);
    private static final int BYTES = 32;
    private static final SecureRandom RANDOM = new SecureRandom();

    public static SigningSecrets fresh() {
        return new SigningSecrets(random(), null, null);
    }

    /** Another secret, and this one beside it for a day. */
    public SigningSecrets rotated(Instant now) {
        return new SigningSecrets(random(), secret, now.plus(OVERLAP));
    }

    /** Those that sign at this moment, the newest first. */
    public List<String> at(Instant now) {
        return oldSecret == null || oldUntil == null || !now.isBefore(oldUntil)
                ? List.of(secret)
                : List.of(secret, oldSecret);
    }

    private static String random() {
        byte[] bytes = new byte[BYTES];
        RANDOM.nextBytes(bytes);
        return PREFIX + Base64.getEncoder().encodeToString(bytes);
    }

    /** Nothing of it: a secret must not come into a log. */
    @Override
    public String toString() {
        return "Secrets";
    }
}
