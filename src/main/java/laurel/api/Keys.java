package laurel.api;

import io.micronaut.context.annotation.Context;
import io.micronaut.context.annotation.Value;
import io.micronaut.core.annotation.Nullable;
import io.micronaut.core.annotation.Order;
import io.micronaut.core.order.Ordered;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.regex.Pattern;
import laurel.refusal.StartupRefusedException;

/**
 * The keys that open the API: {@code laurel.keys}, or LAUREL_KEYS with commas between them. Each has at least {@value
 * #SHORTEST} characters of visible ASCII. A service that others can reach, or that uses a database of its own, does not
 * start without one, and finds that out before it starts anything else. Only digests are kept, and no key is ever
 * logged or answered.
 */
@Context
@Order(Ordered.HIGHEST_PRECEDENCE)
final class Keys {
    static final int SHORTEST = 16;
    private static final Pattern FIT_FOR_A_HEADER = Pattern.compile("[!-~]+");

    private final List<byte[]> digests;

    Keys(
            @Value("${laurel.keys:}") List<String> keys,
            @Nullable @Value("${micronaut.server.host}") String host,
            @Nullable @Value("${laurel.database.url}") String database) {
        List<String> given =
                keys.stream().map(String::strip).filter(key -> !key.isEmpty()).toList();
        for (int i = 0; i < given.size(); i++) {
            check(given.get(i), i + 1);
        }
        if (given.isEmpty()) {
            requireAlone(host, database);
        }
        this.digests = given.stream().map(Keys::digest).toList();
    }

    /** Whether callers need a key at all. */
    boolean needed() {
        return !digests.isEmpty();
    }

    /** Whether this is one of the keys. Takes the same time for every wrong one. */
    boolean accept(String key) {
        byte[] digest = digest(key);
        boolean accepted = false;
        for (byte[] known : digests) {
            accepted |= MessageDigest.isEqual(known, digest);
        }
        return accepted;
    }

    private static void check(String key, int place) {
        if (key.length() < SHORTEST) {
            throw new StartupRefusedException(
                    "laurel.keys: key " + place + " has fewer than " + SHORTEST + " characters");
        }
        if (!FIT_FOR_A_HEADER.matcher(key).matches()) {
            throw new StartupRefusedException(
                    "laurel.keys: key " + place + " has a space or a character that is not ASCII");
        }
    }

    private static void requireAlone(@Nullable String host, @Nullable String database) {
        if (database != null && !database.isBlank()) {
            throw new StartupRefusedException("laurel.database.url is set and laurel.keys is not: set LAUREL_KEYS");
        }
        if (!loopback(host)) {
            throw new StartupRefusedException(
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

    private static byte[] digest(String key) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
