package laurel.database;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A digest of a list of texts, to compare lists without storing them. */
public final class Fingerprint {
    private Fingerprint() {}

    /** Returns the SHA-256 of the parts, in hex. A null part differs from an empty one. */
    public static String of(Stream<@Nullable String> parts) {
        MessageDigest digest = sha256();
        parts.forEach(part -> add(digest, part));
        return HexFormat.of().formatHex(digest.digest());
    }

    /** Adds the length of the part first, so that different lists have different digests. */
    private static void add(MessageDigest digest, @Nullable String part) {
        byte[] bytes = part == null ? new byte[0] : part.getBytes(UTF_8);
        digest.update(ByteBuffer.allocate(Integer.BYTES)
                .putInt(part == null ? -1 : bytes.length)
                .flip());
        digest.update(bytes);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
