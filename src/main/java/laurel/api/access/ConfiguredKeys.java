package laurel.api.access;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.micronaut.context.annotation.Context;
import io.micronaut.context.annotation.Property;
import io.micronaut.context.annotation.Value;
import io.micronaut.core.annotation.Nullable;
import io.micronaut.core.annotation.Order;
import io.micronaut.core.order.Ordered;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import laurel.CannotStartException;
import laurel.Serving;
import laurel.request.Sha256;
import laurel.request.Text;
import laurel.request.access.Identity;
import laurel.request.access.Role;

/**
 * The API keys: the setting {@code laurel.keys}, or the variable LAUREL_KEYS, separated by commas. A key has at least
 * {@value #MIN_LENGTH} visible ASCII characters and no colon. The prefix {@code <app>:} binds a key to an app:
 * {@code game:0123456789abcdef}. Only digests stay in memory; no key appears in logs or responses.
 *
 * <p>The service requires a key if it may listen on other addresses than loopback, or uses an external database. It checks
 * this before it starts anything else.
 */
@Context
// After the check of all settings.
@Order(Ordered.HIGHEST_PRECEDENCE + 1)
@Serving
final class ConfiguredKeys {
    static final int MIN_LENGTH = 16;
    private static final Pattern VALID_CHARACTERS = Pattern.compile("[!-~&&[^:]]+");
    private static final String APP_SEPARATOR = ":";
    private static final String LISTENERS = "micronaut.server.netty.listeners";

    private final List<StoredKey> stored;

    ConfiguredKeys(
            @Value("${laurel.keys:}") List<String> keys,
            @Nullable @Value("${micronaut.server.host}") String host,
            @Nullable @Property(name = LISTENERS) Map<String, Object> listeners,
            @Nullable @Value("${laurel.database.url}") String database) {
        List<String> given =
                keys.stream().map(String::strip).filter(key -> !key.isEmpty()).toList();
        this.stored = new ArrayList<>();
        for (String key : given) {
            add(key, "laurel.keys: key " + (stored.size() + 1));
        }
        if (given.isEmpty()) {
            requireNoListeners(listeners);
            requireLoopback(host, database);
        }
    }

    /**
     * An API key.
     *
     * @param digest SHA-256 in hexadecimal
     */
    private record StoredKey(String digest, Identity identity) {
        /** Compares in constant time. */
        boolean matches(String other) {
            return MessageDigest.isEqual(digest.getBytes(US_ASCII), other.getBytes(US_ASCII));
        }
    }

    /** Whether callers need a key. */
    boolean required() {
        return !stored.isEmpty();
    }

    /** Returns the identity of a key; null if the key is wrong. Compares with every key, in constant time. */
    @Nullable
    Identity identity(String key) {
        String digest = Sha256.hex(key);
        Identity identity = null;
        for (StoredKey one : stored) {
            if (one.matches(digest)) {
                identity = one.identity;
            }
        }
        return identity;
    }

    private void add(String text, String setting) {
        int colon = text.indexOf(APP_SEPARATOR);
        String app = colon < 0 ? null : text.substring(0, colon);
        String key = text.substring(colon + 1);
        if (app != null && !Text.isKey(app)) {
            throw new CannotStartException(setting + " has an invalid app key before its colon");
        }
        if (key.length() < MIN_LENGTH) {
            throw new CannotStartException(setting + " has fewer than " + MIN_LENGTH + " characters");
        }
        if (!VALID_CHARACTERS.matcher(key).matches()) {
            throw new CannotStartException(setting + " has a space, a second colon or a character that is not ASCII");
        }
        String digest = Sha256.hex(key);
        if (stored.stream().anyMatch(one -> one.matches(digest) && !Objects.equals(one.identity.app(), app))) {
            throw new CannotStartException(setting + " is given twice with different apps");
        }
        String name = "configured key " + (stored.size() + 1);
        stored.add(new StoredKey(digest, new Identity(Role.ADMIN, name, app, null)));
    }

    /** Micronaut does not listen on {@code micronaut.server.host} if it has listeners. */
    private static void requireNoListeners(@Nullable Map<String, Object> listeners) {
        if (listeners != null && !listeners.isEmpty()) {
            throw new CannotStartException(LISTENERS + " is set and laurel.keys is not: set LAUREL_KEYS");
        }
    }

    private static void requireLoopback(@Nullable String host, @Nullable String database) {
        if (database != null && !database.isBlank()) {
            throw new CannotStartException("laurel.database.url is set and laurel.keys is not: set LAUREL_KEYS");
        }
        if (!loopback(host)) {
            throw new CannotStartException(
                    "it would listen on " + (host == null || host.isBlank() ? "every address" : host)
                            + " and laurel.keys is not set: set LAUREL_KEYS, or micronaut.server.host to 127.0.0.1");
        }
    }

    private static boolean loopback(@Nullable String host) {
        if (host == null || host.isBlank()) {
            return false;
        }
        try {
            return List.of(InetAddress.getAllByName(host)).stream().allMatch(InetAddress::isLoopbackAddress);
        } catch (UnknownHostException e) {
            return false;
        }
    }
}
