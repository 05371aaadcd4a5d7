package laurel.player;

import com.nimbusds.jose.JWSHeader;
import java.security.Key;
import java.time.Instant;
import java.util.List;

/** The keys of an issuer. */
@FunctionalInterface
interface VerificationKeys {
    /**
     * Returns the keys that may have signed a token; empty if none fits. May block while keys are fetched. Throws
     * UNAVAILABLE if they cannot be fetched and none are known.
     */
    List<? extends Key> fitting(JWSHeader header, Instant now);
}
