package laurel;

import static laurel.Setting.number;
import static laurel.Setting.text;
import static laurel.Setting.time;

import java.time.Duration;
import laurel.Settings.Section;

/** The settings of the tokens of players. Those of issuers are a list: the first one is {@code issuers[0]}. */
final class TokenSettings {
    static final Section TOKENS = new Section(
            "Tokens of players",
            time(
                    "laurel.tokens.clock-skew",
                    "60s",
                    Duration.ZERO,
                    "Maximum difference between the clocks of this machine and of the issuer of a token. A token is accepted"
                            + " for so much longer than it says, and so much earlier."),
            time(
                    "laurel.tokens.max-lifetime",
                    "24h",
                    Duration.ofSeconds(1),
                    "Maximum time from the issue (`iat`) of a token to its expiry (`exp`), also of `createPlayerToken`."),
            number("laurel.tokens.max-size", 8_192, 256, 65_536, "Maximum size of a token, in characters."),
            time(
                    "laurel.tokens.jwks-cache-time",
                    "5m",
                    "How long the keys of a `jwks-url` are used before they are fetched again."),
            time(
                    "laurel.tokens.jwks-refresh-interval",
                    "30s",
                    "Time in which the keys are fetched at most twice, also if tokens name keys that are not known."),
            time(
                    "laurel.tokens.jwks-outage-time",
                    "24h",
                    "How long the last keys are used while the `jwks-url` does not respond."));

    static final Section ISSUERS = new Section(
            "Issuers of tokens",
            text("laurel.tokens.issuers[0].issuer", null, "The claim `iss` of the tokens of an issuer. Not `laurel`."),
            text(
                    "laurel.tokens.issuers[0].audience",
                    null,
                    "A value that the claim `aud` must have. Required, unless `app-claim` is `aud`."),
            text(
                    "laurel.tokens.issuers[0].app",
                    null,
                    "Key of the app of all tokens of the issuer. Defaults to `default`."),
            text(
                    "laurel.tokens.issuers[0].app-claim",
                    null,
                    "Name of the claim that has the key of the app, instead of `app`."),
            text(
                    "laurel.tokens.issuers[0].algorithms",
                    null,
                    "Algorithms that the issuer may use, separated by commas, such as `RS256`. Defaults to all that fit the key:"
                            + " HS256, HS384 and HS512 with a secret; RS256 to RS512, PS256 to PS512, ES256 to ES512 and EdDSA with"
                            + " public keys."),
            text(
                    "laurel.tokens.issuers[0].secret",
                    null,
                    "Secret that signs the tokens, of at least 32 bytes in UTF-8. One of `secret`, `public-key` and `jwks-url` is"
                            + " required."),
            text("laurel.tokens.issuers[0].public-key", null, "RSA, EC or Ed25519 public key in PEM."),
            text(
                    "laurel.tokens.issuers[0].jwks-url",
                    null,
                    "URL at which the issuer publishes its public keys, as a JWK set."),
            text(
                    "laurel.tokens.issuers[0].participant-claim",
                    "sub",
                    "Name of the claim that has the external ID of the player."),
            text("laurel.tokens.issuers[0].entity-type", "ACCOUNT", "Entity type of all players of the issuer."),
            text(
                    "laurel.tokens.issuers[0].entity-type-claim",
                    null,
                    "Name of the claim that has the entity type, instead of `entity-type`."));

    private TokenSettings() {}
}
