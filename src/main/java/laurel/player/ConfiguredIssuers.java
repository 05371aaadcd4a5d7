package laurel.player;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.nimbusds.jose.JWSAlgorithm;
import io.micronaut.context.annotation.Context;
import io.micronaut.context.env.Environment;
import jakarta.inject.Inject;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.security.Key;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.crypto.spec.SecretKeySpec;
import laurel.CannotStartException;
import laurel.Serving;
import laurel.player.Issuer.Value;
import laurel.request.AppSource;
import laurel.request.Text;
import org.jspecify.annotations.Nullable;

/** The issuers that the operator has configured. The service does not start if a setting is wrong. */
@Context
@Serving
final class ConfiguredIssuers {
    /** The issuer of Laurel's own tokens. */
    static final String LAUREL = "laurel";

    private final Map<String, Issuer> byName = new HashMap<>();

    @Inject
    ConfiguredIssuers(Environment environment, TokenSettings settings) {
        this(IssuerSettings.all(environment), settings);
    }

    ConfiguredIssuers(List<IssuerSettings> issuers, TokenSettings settings) {
        for (IssuerSettings one : issuers) {
            String name = required(one, "issuer", one.issuer());
            if (name.equals(LAUREL) || byName.put(name, issuer(one, name, settings)) != null) {
                throw wrong(one, "issuer", "is given twice, or the name of Laurel itself");
            }
        }
    }

    Map<String, Issuer> byName() {
        return byName;
    }

    private static Issuer issuer(IssuerSettings given, String name, TokenSettings settings) {
        boolean audienceIsApp = "aud".equals(given.appClaim());
        long keys = Stream.of(given.secret(), given.publicKey(), given.jwksUrl())
                .filter(Objects::nonNull)
                .count();
        if (keys != 1) {
            throw wrong(given, "secret", "or `public-key` or `jwks-url` must be set, and only one of them");
        }
        Key key = key(given);
        VerificationKeys source = key == null ? new JwksKeys(url(given), settings) : (header, now) -> List.of(key);
        return new Issuer(
                name,
                audienceIsApp ? null : required(given, "audience", given.audience()),
                app(given),
                value(given.entityTypeClaim(), given.entityType()),
                Value.claim(given.participantClaim()),
                algorithms(given, key == null ? PublicKeys.ALL : PublicKeys.algorithms(key)),
                source);
    }

    private static Value app(IssuerSettings given) {
        if (given.app() != null && !Text.isKey(given.app())) {
            throw wrong(given, "app", "is not the key of an app");
        }
        if (given.app() != null && given.appClaim() != null) {
            throw wrong(given, "app", "and `app-claim` are both set");
        }
        return value(given.appClaim(), given.app() == null ? AppSource.DEFAULT_APP_KEY : given.app());
    }

    private static Value value(@Nullable String claim, String fixed) {
        return claim == null ? Value.fixed(fixed) : Value.claim(claim);
    }

    /** The key of the settings; null if the issuer publishes its keys. */
    private static @Nullable Key key(IssuerSettings given) {
        if (given.secret() != null) {
            return new SecretKeySpec(given.secret().getBytes(UTF_8), "HmacSHA256");
        }
        return given.publicKey() == null
                ? null
                : PublicKeys.fromPem(given.publicKey())
                        .orElseThrow(
                                () -> wrong(given, "public-key", "is not an RSA, EC or Ed25519 public key in PEM"));
    }

    private static URL url(IssuerSettings given) {
        try {
            String url = Objects.requireNonNull(given.jwksUrl());
            return URI.create(Text.url(url, "jwks-url")).toURL();
        } catch (RuntimeException | MalformedURLException e) {
            throw wrong(given, "jwks-url", "is not an http or https URL");
        }
    }

    private static Set<JWSAlgorithm> algorithms(IssuerSettings given, Set<JWSAlgorithm> fitting) {
        if (fitting.isEmpty()) {
            throw wrong(
                    given,
                    given.secret() == null ? "public-key" : "secret",
                    "is too weak: a secret needs 32 bytes, an RSA key 2048 bits, an EC key P-256, P-384 or P-521");
        }
        if (given.algorithms() == null) {
            return fitting;
        }
        Set<JWSAlgorithm> chosen = Arrays.stream(given.algorithms().split(","))
                .map(name -> JWSAlgorithm.parse(name.strip()))
                .collect(Collectors.toUnmodifiableSet());
        if (!fitting.containsAll(chosen)) {
            throw wrong(given, "algorithms", "has one that does not fit the key; those that do are " + fitting);
        }
        return chosen;
    }

    private static String required(IssuerSettings given, String setting, @Nullable String value) {
        if (value == null || value.isBlank()) {
            throw wrong(given, setting, "is not set");
        }
        return value;
    }

    private static CannotStartException wrong(IssuerSettings given, String setting, String reason) {
        return new CannotStartException(given.name(setting) + " " + reason);
    }
}
