package laurel.webhook;

import io.micronaut.core.annotation.Introspected;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The secrets that sign a webhook's messages, each {@code whsec_} and the Base64 of 32 bytes.
 *
 * @param oldSecret the previous secret; null if there is none
 * @param oldUntil  when the previous secret stops signing
 */
@Introspected
public record SigningSecrets(
        String secret, @Nullable String oldSecret, @Nullable Instant oldUntil) {
    /** Prefix of every secret. */
    public static final String PREFIX = "whsec_";

    private static final Duration OVERLAP = Duration.ofHours(24);
    private static final int BYTES = 32;
    private static final SecureRandom RANDOM = new SecureRandom();

    public static SigningSecrets generate() {
        return new SigningSecrets(randomSecret(), null, null);
    }

    /** A new secret; the present one signs for another day. */
    public SigningSecrets rotated(Instant now) {
        return new SigningSecrets(randomSecret(), secret, now.plus(OVERLAP));
    }

    /** The secrets that sign at this time, newest first. */
    public List<String> at(Instant now) {
        return oldSecret == null || oldUntil == null || !now.isBefore(oldUntil)
                ? List.of(secret)
                : List.of(secret, oldSecret);
    }

    private static String randomSecret() {
        byte[] bytes = new byte[BYTES];
        RANDOM.nextBytes(bytes);
        return PREFIX + Base64.getEncoder().encodeToString(bytes);
    }

    /** Contains no secret: it could be logged. */
    @Override
    public String toString() {
        return "Secrets";
    }
}
