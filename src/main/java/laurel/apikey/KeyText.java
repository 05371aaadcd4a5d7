package laurel.apikey;

import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import laurel.request.Sha256;
import org.jspecify.annotations.Nullable;

/**
 * The text of an API key: {@value #PREFIX}, its public ID and its secret, both in hexadecimal. The prefix lets scanners for
 * leaked secrets find it. The secret has 256 random bits, so that a fast digest protects it.
 *
 * @param publicId finds the stored key
 */
record KeyText(String text, String publicId) {
    static final String PREFIX = "laurel_";

    private static final int ID_BYTES = 8;
    private static final int SECRET_BYTES = 32;
    private static final Pattern FORM = Pattern.compile(PREFIX + "([0-9a-f]{16})_[0-9a-f]{64}");
    private static final SecureRandom RANDOM = new SecureRandom();

    /** A key with this public ID and a new secret. */
    static KeyText generate(String publicId) {
        return new KeyText(PREFIX + publicId + "_" + random(SECRET_BYTES), publicId);
    }

    static String newPublicId() {
        return random(ID_BYTES);
    }

    /** Reads a key; null if the text has not the form of one. */
    static @Nullable KeyText parse(String text) {
        Matcher matcher = FORM.matcher(text);
        return matcher.matches() ? new KeyText(text, matcher.group(1)) : null;
    }

    /** SHA-256 of the text. */
    byte[] digest() {
        return Sha256.of(text);
    }

    private static String random(int size) {
        byte[] bytes = new byte[size];
        RANDOM.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    /** Without the secret: it could be logged. */
    @Override
    public String toString() {
        return PREFIX + publicId;
    }
}
