package laurel.player;

import io.micronaut.context.annotation.ConfigurationProperties;
import io.micronaut.core.bind.annotation.Bindable;
import java.time.Duration;

/**
 * Settings of all tokens.
 *
 * @param maxSize             in characters
 * @param jwksCacheTime       how long fetched keys are used
 * @param jwksRefreshInterval shortest time in which keys are fetched twice
 * @param jwksOutageTime      how long the last fetched keys are used if the issuer does not respond
 */
@ConfigurationProperties("laurel.tokens")
record TokenSettings(
        @Bindable(defaultValue = "60s") Duration clockSkew,
        @Bindable(defaultValue = "24h") Duration maxLifetime,
        @Bindable(defaultValue = "8192") int maxSize,
        @Bindable(defaultValue = "5m") Duration jwksCacheTime,
        @Bindable(defaultValue = "30s") Duration jwksRefreshInterval,
        @Bindable(defaultValue = "24h") Duration jwksOutageTime) {}
