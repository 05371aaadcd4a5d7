package laurel.webhook.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import laurel.webhook.SigningSecrets;
import org.junit.jupiter.api.Test;

class SignatureTest {
    private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    private static final String SIGNED = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";
    private static final Instant NOON = Instant.parse("2025-07-13T12:00:00Z");

    @Test
    void matchesTestVectorOfStandardWebhooks() {
        assertThat(Signature.of(List.of(SECRET), "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, "{\"test\": 2432232314}"))
                .isEqualTo(SIGNED);
    }

    @Test
    void separatesSignaturesOfSeveralSecretsBySpace() {
        assertThat(Signature.of(
                        List.of(SECRET, SECRET), "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, "{\"test\": 2432232314}"))
                .isEqualTo(SIGNED + " " + SIGNED);
    }

    @Test
    void generatesUniqueSecretsOf32Bytes() {
        String secret = SigningSecrets.generate().secret();
        assertThat(secret)
                .startsWith("whsec_")
                .isNotEqualTo(SigningSecrets.generate().secret());
        assertThat(Base64.getDecoder().decode(secret.substring("whsec_".length())))
                .hasSize(32);
    }

    @Test
    void signsWithOldSecretForOneDay() {
        SigningSecrets before = SigningSecrets.generate();
        SigningSecrets rotated = before.rotated(NOON);
        assertThat(rotated.at(NOON.plus(Duration.ofDays(1)).minusMillis(1)))
                .containsExactly(rotated.secret(), before.secret());
        assertThat(rotated.at(NOON.plus(Duration.ofDays(1)))).containsExactly(rotated.secret());
    }

    @Test
    void hidesSecretsInToString() {
        SigningSecrets secrets = SigningSecrets.generate().rotated(NOON);
        assertThat(secrets.toString()).doesNotContain("whsec_");
    }
}
