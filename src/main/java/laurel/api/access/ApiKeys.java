package laurel.api.access;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.micronaut.context.annotation.Context;
import io.micronaut.context.annotation.Value;
import io.micronaut.core.annotation.Nullable;
import io.micronaut.core.annotation.Order;
import io.micronaut.core.order.Ordered;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;
import laurel.CannotStartException;
import laurel.Serving;
import laurel.request.Text;

/**
 * The keys that open the API: {@code laurel.keys}, or LAUREL_KEYS with commas between them. Each has at least {@value
 * #SHORTEST} characters of visible ASCII without colons; the key of an app and a colon before it bind it to that app:
 * {@code game:0123456789abcdef}. A service that others can reach, or that uses a database of its own, does not
 * start without one, and finds that out before it starts anything else. Only digests are kept, and no key is ever
 * logged or answered.
 */
@Context
@Order(Ordered.HIGHEST_PRECEDENCE)
@Serving
public final class ApiKeys {
    static final int SHORTEST = 16;
    private static final Pattern FIT_FOR_A_HEADER = Pattern.compile("[!-~&&[^:]]+");
    private static final String BINDS = ":";

    private final List<Known> known;

    ApiKeys(
            @Value("${laurel.keys:}") List<String> keys,
            @Nullable @Value("${micronaut.server.host}") String host,
            @Nullable @Value("${laurel.database.url}") String database) {
        List<String> given =
                keys.stream().map(String::strip).filter(key -> !key.isEmpty()).toList();
        this.known = new ArrayList<>();
        for (String key : given) {
            add(key, "laurel.keys: key " + (known.size() + 1));
        }
        if (given.isEmpty()) {
            requireAlone(host, database);
        }
    }

    /**
     * One of the keys.
     *
     * @param digest in hexadecimal
     * @param scope  where it opens the API
     */
    private record Known(String digest, KeyScope scope) {
        /** Takes the same time for every wrong digest. */
        boolean is(String other) {
            return MessageDigest.isEqual(digest.getBytes(US_ASCII), other.getBytes(US_ASCII));
        }
    }

    /** Whether callers need a key at all. */
    public boolean needed() {
        return !known.isEmpty();
    }

    /** Where this key opens the API; null if it is none of the keys. Takes the same time for every wrong one. */
    @Nullable
    KeyScope scope(String key) {
        String digest = digest(key);
        KeyScope scope = null;
        for (Known one : known) {
            if (one.is(digest)) {
                scope = one.scope;
            }
        }
        return scope;
    }

    private void add(String text, String place) {
        int colon = text.indexOf(BINDS);
        KeyScope scope = colon < 0 ? KeyScope.OPERATOR : new KeyScope(text.substring(0, colon));
        String key = text.substring(colon + 1);
        if (scope.app() != null && !Text.isKey(scope.app())) {
            throw new CannotStartException(place + " has before its colon what is no key of an app");
        }
        if (key.length() < SHORTEST) {
            throw new CannotStartException(place + " has fewer than " + SHORTEST + " characters");
        }
        if (!FIT_FOR_A_HEADER.matcher(key).matches()) {
            throw new CannotStartException(place + " has a space, a second colon or a character that is not ASCII");
        }
        String digest = digest(key);
        if (known.stream().anyMatch(one -> one.is(digest) && !one.scope.equals(scope))) {
            throw new CannotStartException(place + " is given already, for another app or for all");
        }
        known.add(new Known(digest, scope));
    }

    private static void requireAlone(@Nullable String host, @Nullable String database) {
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

    private static String digest(String key) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(key.getBytes(UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
