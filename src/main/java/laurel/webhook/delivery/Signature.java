package laurel.webhook.delivery;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import laurel.webhook.SigningSecrets;

/** The header {@code webhook-signature} of Standard Webhooks. */
final class Signature {
    private static final String ALGORITHM = "HmacSHA256";

    private Signature() {}

    /**
     * One signature by each of these secrets.
     *
     * @param id      the value of {@code webhook-id}
     * @param seconds the value of {@code webhook-timestamp}
     */
    static String of(List<String> secrets, String id, long seconds, String body) {
        byte[] signed = (id + "." + seconds + "." + body).getBytes(UTF_8);
        return secrets.stream().map(secret -> "v1," + sign(secret, signed)).collect(Collectors.joining(" "));
    }

    private static String sign(String secret, byte[] signed) {
        byte[] key = Base64.getDecoder().decode(secret.substring(SigningSecrets.PREFIX.length()));
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(key, ALGORITHM));
            return Base64.getEncoder().encodeToString(mac.doFinal(signed));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
        }
    }
}
