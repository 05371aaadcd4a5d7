package laurel.request.access;

import java.time.Instant;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Finds the identities of API keys that are stored. */
public interface KeySource {
    /** Whether {@link #identity} answers without reading the database. */
    boolean isCached(String key);

    /**
     * Returns the identity of an API key; null if the key does not exist, is revoked or has expired. Notes its use.
     *
     * @param key        the text of the key
     * @param beforeRead is called with the public ID of the key before the database is read; may throw
     */
    @Nullable
    Identity identity(String key, Instant now, Consumer<String> beforeRead);

    /**
     * Whether the API key of an identity is still valid: neither revoked nor expired, and its secret was not replaced. May read
     * the database.
     *
     * @param identity with a {@link Identity#keyId}
     */
    boolean isValid(Identity identity, Instant now);
}
