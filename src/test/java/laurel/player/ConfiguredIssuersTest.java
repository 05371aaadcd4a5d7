package laurel.player;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.micronaut.context.ApplicationContext;
import io.micronaut.context.env.MapPropertySource;
import io.micronaut.context.env.PropertySource;
import java.util.List;
import java.util.Map;
import laurel.CannotStartException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Settings of issuers. */
class ConfiguredIssuersTest {
    private static final String WEAK_RSA =
            "MFwwDQYJKoZIhvcNAQEBBQADSwAwSAJBAKj34GkxFhD90vcNLYLInFEX6Ppy1tPf9Cnzj4p4WGeKLs1Pt8Q"
                    + "uKUpRKfFLfRYC9AIKjbJTWit+CqvjWYzvQwECAwEAAQ==";

    @Test
    void startsWithoutIssuers() {
        assertThat(new ConfiguredIssuers(List.of(), TokenFixture.settings()).byName())
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(nullValues = "-", delimiter = '|', textBlock = """
            -      | aud | -    | -   | -     | S    | -        | [3].issuer is not set
            laurel | aud | -    | -   | -     | S    | -        | [3].issuer is given twice, or the name of Laurel itself
            studio | -   | -    | -   | -     | S    | -        | [3].audience is not set
            studio | -   | -    | org | -     | S    | -        | [3].audience is not set
            studio | aud | A b  | -   | -     | S    | -        | [3].app is not the key of an app
            studio | aud | game | org | -     | S    | -        | [3].app and `app-claim` are both set
            studio | aud | -    | -   | -     | -    | -        | [3].secret or `public-key` or `jwks-url` must be set
            studio | aud | -    | -   | -     | S    | WEAK     | [3].secret or `public-key` or `jwks-url` must be set
            studio | aud | -    | -   | -     | short| -        | [3].secret is too weak
            studio | aud | -    | -   | -     | -    | WEAK     | [3].public-key is too weak
            studio | aud | -    | -   | -     | -    | nonsense | [3].public-key is not an RSA, EC or Ed25519 public key
            studio | aud | -    | -   | RS256 | S    | -        | [3].algorithms has one that does not fit the key
            studio | aud | -    | -   | none  | S    | -        | [3].algorithms has one that does not fit the key
            """)
    void refusesToStartWithWrongSettings(
            @Nullable String issuer,
            @Nullable String audience,
            @Nullable String app,
            @Nullable String appClaim,
            @Nullable String algorithms,
            @Nullable String secret,
            @Nullable String publicKey,
            String message) {
        var given = new IssuerSettings(
                3,
                issuer,
                audience,
                app,
                appClaim,
                algorithms,
                "S".equals(secret) ? TokenFixture.SECRET : secret,
                "WEAK".equals(publicKey) ? WEAK_RSA : publicKey,
                null,
                "sub",
                "ACCOUNT",
                null);
        assertThatThrownBy(() -> new ConfiguredIssuers(List.of(given), TokenFixture.settings()))
                .isInstanceOf(CannotStartException.class)
                .hasMessageStartingWith("laurel.tokens.issuers" + message)
                .hasMessageNotContaining(TokenFixture.SECRET);
    }

    @Test
    void refusesIssuerThatIsGivenTwice() {
        assertThatThrownBy(() -> new ConfiguredIssuers(
                        List.of(TokenFixture.secret(), TokenFixture.secret()), TokenFixture.settings()))
                .isInstanceOf(CannotStartException.class)
                .hasMessageContaining("given twice");
    }

    @Test
    void refusesInvalidUrl() {
        assertThatThrownBy(() -> new ConfiguredIssuers(
                        List.of(TokenFixture.issuer(null, null, "file:/keys")), TokenFixture.settings()))
                .isInstanceOf(CannotStartException.class)
                .hasMessageEndingWith("jwks-url is not an http or https URL");
    }

    @Test
    void readsEnvironmentVariables() {
        assertThat(issuers(new Variables(Map.of(
                        "LAUREL_TOKENS_ISSUERS_0_ISSUER", "https://one.example",
                        "LAUREL_TOKENS_ISSUERS_0_AUDIENCE", "one",
                        "LAUREL_TOKENS_ISSUERS_0_SECRET", TokenFixture.SECRET,
                        "LAUREL_TOKENS_ISSUERS_1_ISSUER", "https://two.example",
                        "LAUREL_TOKENS_ISSUERS_1_AUDIENCE", "two",
                        "LAUREL_TOKENS_ISSUERS_1_SECRET", TokenFixture.SECRET,
                        "LAUREL_TOKENS_ISSUERS_1_ENTITY_TYPE", "GUILD"))))
                .extracting(IssuerSettings::issuer, IssuerSettings::audience, IssuerSettings::entityType)
                .containsExactlyInAnyOrder(
                        tuple("https://one.example", "one", "ACCOUNT"), tuple("https://two.example", "two", "GUILD"));
    }

    /** Environment variables of a test. */
    private static final class Variables extends MapPropertySource {
        Variables(Map<String, Object> values) {
            super("variables", values);
        }

        @Override
        public PropertyConvention getConvention() {
            return PropertyConvention.ENVIRONMENT_VARIABLE;
        }
    }

    @Test
    void readsLists() {
        var list = PropertySource.of(Map.of(
                "laurel.tokens.issuers[0].issuer", "https://one.example",
                "laurel.tokens.issuers[0].participant-claim", "player_id",
                "laurel.tokens.issuers[1].issuer", "https://two.example"));
        assertThat(issuers(list))
                .extracting(IssuerSettings::issuer, IssuerSettings::participantClaim)
                .containsExactly(tuple("https://one.example", "player_id"), tuple("https://two.example", "sub"));
    }

    private static List<IssuerSettings> issuers(PropertySource source) {
        try (ApplicationContext context = ApplicationContext.builder()
                .deduceEnvironment(false)
                .banner(false)
                .build()) {
            return IssuerSettings.all(
                    context.getEnvironment().addPropertySource(source).start());
        }
    }
}
