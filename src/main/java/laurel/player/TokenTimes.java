package laurel.player;

import com.nimbusds.jwt.JWTClaimsSet;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import org.jspecify.annotations.Nullable;

/**
 * Checks the times of tokens.
 *
 * @param skew     by how much clocks may differ
 * @param lifetime longest time from {@code iat} to {@code exp}
 */
record TokenTimes(Duration skew, Duration lifetime) {
    void check(JWTClaimsSet claims, Instant now) {
        Instant expiresAt = instant(claims.getExpirationTime());
        Instant issuedAt = instant(claims.getIssueTime());
        if (expiresAt == null) {
            throw new InvalidTokenException("The token has no time of expiry (`exp`).");
        }
        if (!now.isBefore(expiresAt.plus(skew))) {
            throw new InvalidTokenException("The token has expired (`exp`).");
        }
        if (isFuture(instant(claims.getNotBeforeTime()), now)) {
            throw new InvalidTokenException("The token is not valid yet (`nbf`).");
        }
        if (isFuture(issuedAt, now)) {
            throw new InvalidTokenException("The token was issued in the future (`iat`).");
        }
        Instant from = issuedAt == null ? now.plus(skew) : issuedAt;
        if (expiresAt.isAfter(from.plus(lifetime))) {
            throw new InvalidTokenException(
                    "The token is valid for longer than " + lifetime + " (`laurel.tokens.max-lifetime`).");
        }
    }

    private boolean isFuture(@Nullable Instant time, Instant now) {
        return time != null && time.isAfter(now.plus(skew));
    }

    private static @Nullable Instant instant(@Nullable Date date) {
        return date == null ? null : date.toInstant();
    }
}
