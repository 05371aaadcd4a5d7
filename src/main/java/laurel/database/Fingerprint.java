package laurel.database;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A digest of a list of texts, to compare lists without storing them. */
public final class Fingerprint {
    private static final int INITIAL_BYTES = 256;

    private Fingerprint() {}

    /** Returns the SHA-256 of the parts, in hex. A null part differs from an empty one. */
    public static String of(Stream<@Nullable String> parts) {
        // One update of the digest is faster than two for each part.
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(INITIAL_BYTES);
        parts.forEach(part -> add(bytes, part));
        return HexFormat.of().formatHex(sha256().digest(bytes.toByteArray()));
    }

    /** Adds the length of the part first, so that different lists have different digests. */
    private static void add(ByteArrayOutputStream bytes, @Nullable String part) {
        byte[] text = part == null ? new byte[0] : part.getBytes(UTF_8);
        int length = part == null ? -1 : text.length;
        for (int shift = Integer.SIZE - Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
            bytes.write(length >> shift);
        }
        bytes.writeBytes(text);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
