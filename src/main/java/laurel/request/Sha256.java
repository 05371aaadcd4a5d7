package laurel.request;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 of bytes, and of texts in UTF-8. */
public final class Sha256 {
    private Sha256() {}

    /** Returns the 32 bytes of the digest. */
    public static byte[] of(String text) {
        return of(text.getBytes(UTF_8));
    }

    private static byte[] of(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** Returns the digest in hexadecimal, in lower case. */
    public static String hex(String text) {
        return HexFormat.of().formatHex(of(text));
    }

    /** Returns the digest in hexadecimal, in lower case. */
    public static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(of(bytes));
    }
}
