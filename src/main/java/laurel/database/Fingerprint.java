package laurel.database;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Tells whether two lists of texts are the same without keeping them. */
public final class Fingerprint {
    private Fingerprint() {}

    /** SHA-256 of these parts, in hex; a part that is missing is not one that is empty. */
    public static String of(Stream<@Nullable String> parts) {
        MessageDigest digest = sha256();
        parts.forEach(part -> add(digest, part));
        return HexFormat.of().formatHex(digest.digest());
    }

    /** With its length before it, so that no two lists of parts look alike. */
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
