package laurel.player;

import io.micronaut.context.env.Environment;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** An issuer as the operator configures it; {@code laurel.TokenSettings} describes each setting. */
record IssuerSettings(
        int index,
        @Nullable String issuer,
        @Nullable String audience,
        @Nullable String app,
        @Nullable String appClaim,
        @Nullable String algorithms,
        @Nullable String secret,
        @Nullable String publicKey,
        @Nullable String jwksUrl,
        String participantClaim,
        String entityType,
        @Nullable String entityTypeClaim) {
    private static final int MAX = 32;

    /** Reads the list. Micronaut's own binding of lists does not read environment variables. */
    static List<IssuerSettings> all(Environment environment) {
        return IntStream.range(0, MAX)
                .mapToObj(index -> of(index, new IssuerProperties(environment, index)))
                .takeWhile(IssuerSettings::isGiven)
                .toList();
    }

    private static IssuerSettings of(int index, IssuerProperties item) {
        return new IssuerSettings(
                index,
                item.text("issuer"),
                item.text("audience"),
                item.text("app"),
                item.text("app-claim"),
                item.text("algorithms"),
                item.text("secret"),
                item.text("public-key"),
                item.text("jwks-url"),
                item.text("participant-claim", "sub"),
                item.text("entity-type", "ACCOUNT"),
                item.text("entity-type-claim"));
    }

    private boolean isGiven() {
        return issuer != null || secret != null || publicKey != null || jwksUrl != null;
    }

    /** The name of a setting of this issuer, for messages. */
    String name(String setting) {
        return IssuerProperties.NAME.formatted(index) + setting;
    }

    /** Without the secret. */
    @Override
    public String toString() {
        return name("issuer") + "=" + issuer;
    }

    /** The properties of one issuer. */
    private record IssuerProperties(Environment environment, int index) {
        static final String NAME = "laurel.tokens.issuers[%d].";
        /** The form that the names of environment variables get. */
        static final String VARIABLE = "laurel.tokens.issuers.%d.";

        @Nullable
        String text(String setting) {
            Optional<String> listed = environment.getProperty(NAME.formatted(index) + setting, String.class);
            return listed.or(() -> environment.getProperty(VARIABLE.formatted(index) + setting, String.class))
                    .orElse(null);
        }

        String text(String setting, String defaultValue) {
            return Objects.requireNonNullElse(text(setting), defaultValue);
        }
    }
}
