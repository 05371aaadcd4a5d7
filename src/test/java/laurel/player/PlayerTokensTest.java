package laurel.player;

import static laurel.player.TokenFixture.START;
import static laurel.player.TokenFixture.token;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jwt.JWTClaimsSet;
import java.time.Duration;
import java.util.Date;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import laurel.participant.ExternalParticipantId;
import laurel.request.ErrorCode;
import laurel.request.RefusedException;
import laurel.request.access.Identity;
import laurel.request.access.Identity.Player;
import laurel.request.access.Role;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a token must say, and which player it names. */
class PlayerTokensTest {
    private final TokenFixture fixture = new TokenFixture(TokenFixture.secret());

    @Test
    void identifiesPlayerOfIssuer() {
        Identity identity = fixture.tokens.verify(token(claims -> {}));
        assertThat(identity)
                .isEqualTo(Identity.player(
                        "player ACCOUNT/42", "default", new Player("ACCOUNT", "42"), START.plusSeconds(3_600)));
    }

    @Test
    void readsAppEntityTypeAndPlayerFromClaims() {
        var fixture = new TokenFixture(new IssuerSettings(
                0,
                TokenFixture.ISSUER,
                null,
                null,
                "aud",
                null,
                TokenFixture.SECRET,
                null,
                null,
                "character_id",
                "ACCOUNT",
                "kind"));
        String token = token(
                claims -> claims.audience("game").claim("character_id", 77).claim("kind", "CHARACTER"));
        Identity identity = fixture.tokens.verify(token);
        assertThat(identity.app()).isEqualTo("game");
        assertThat(identity.player()).isEqualTo(new Player("CHARACTER", "77"));
        assertRejected(fixture, token(claims -> claims.audience("game").claim("character_id", 77)), "claim `kind`");
        assertRejected(fixture, token(claims -> claims.claim("character_id", 77)), "claim `aud`");
        assertRejected(
                fixture,
                token(claims ->
                        claims.audience("A game").claim("character_id", 77).claim("kind", "CHARACTER")),
                "claim `aud` is not the key of an app");
    }

    static Stream<Arguments> invalidClaims() {
        return Stream.of(
                broken("issuer of the token is not known", claims -> claims.issuer("https://other.example")),
                broken("issuer of the token is not known", claims -> claims.issuer(null)),
                broken("another audience", claims -> claims.audience("other")),
                broken("another audience", claims -> claims.audience(List.of())),
                broken("no time of expiry", claims -> claims.expirationTime(null)),
                broken("longer than PT24H", claims -> claims.expirationTime(date(86_401))),
                broken("longer than PT24H", claims -> claims.issueTime(null).expirationTime(date(86_461))),
                broken("claim `sub` is missing", claims -> claims.subject(null)),
                broken("wrong types", claims -> claims.claim("sub", List.of("1", "2"))),
                broken("claim `sub` is not the external ID", claims -> claims.subject(" ")),
                broken("claim `sub` is not the external ID", claims -> claims.subject("4\u00002")),
                broken("claim `sub` is not the external ID", claims -> claims.subject("4".repeat(129))),
                broken("wrong types", claims -> claims.claim("exp", "soon")));
    }

    @ParameterizedTest
    @MethodSource("invalidClaims")
    void rejectsInvalidClaims(String message, Consumer<JWTClaimsSet.Builder> claims) {
        assertRejected(fixture, token(claims), message);
    }

    @ParameterizedTest
    @CsvSource({
        "exp, -59, true", "exp, -61, false", "exp, -120, false",
        "nbf, 60, true", "nbf, 61, false", "nbf, 120, false",
        "iat, 60, true", "iat, 61, false", "iat, 120, false"
    })
    void allowsOneMinuteOfClockSkew(String claim, int seconds, boolean accepted) {
        String token = token(claims -> claims.claim(claim, date(seconds)));
        if (accepted) {
            assertThat(fixture.tokens.verify(token).role()).isEqualTo(Role.PLAYER);
        } else {
            assertRejected(fixture, token, "`" + claim + "`");
        }
    }

    @Test
    void rejectsTokenOnceItHasExpired() {
        String token = token(claims -> {});
        fixture.clock.advance(Duration.ofSeconds(3_659));
        assertThat(fixture.tokens.verify(token).role()).isEqualTo(Role.PLAYER);
        fixture.clock.advance(Duration.ofSeconds(1));
        assertRejected(fixture, token, "expired");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a.b.c", "e30.e30.", "....", "bm90IGpzb24.e30.e30", ""})
    void rejectsTextThatIsNoToken(String text) {
        assertRejected(fixture, text, "is not a JWT");
    }

    @Test
    void rejectsLongToken() {
        assertRejected(fixture, token(claims -> claims.claim("more", "x".repeat(8_192))), "more than 8192 characters");
    }

    @Test
    void acceptsTokensOfItsOwn() {
        PlayerToken created = create("CHARACTER", "a b/c", Duration.ofHours(24));
        Identity identity = fixture.tokens.verify(created.token());
        assertThat(identity.app()).isEqualTo("game");
        assertThat(identity.player()).isEqualTo(new Player("CHARACTER", "a b/c"));
        assertThat(identity.expiresAt()).isEqualTo(created.expiresAt()).isEqualTo(START.plus(Duration.ofHours(24)));
        assertRejected(new TokenFixture(), token(claims -> claims.issuer("laurel")), "signature");
    }

    @ParameterizedTest
    @CsvSource({
        "ACCOUNT, '', PT1H, INVALID_EXTERNAL_ID",
        "account, 42, PT1H, INVALID_ENTITY_TYPE",
        "ACCOUNT, 42, PT0.9S, DURATION_OUT_OF_RANGE",
        "ACCOUNT, 42, PT-1H, DURATION_OUT_OF_RANGE",
        "ACCOUNT, 42, PT24H0.1S, DURATION_OUT_OF_RANGE"
    })
    void refusesInvalidInput(String entityType, String externalId, Duration lifetime, ErrorCode code) {
        assertThatThrownBy(() -> create(entityType, externalId, lifetime))
                .isInstanceOfSatisfying(
                        RefusedException.class,
                        e -> assertThat(e.refusal().code()).isEqualTo(code));
    }

    private PlayerToken create(String entityType, String externalId, Duration lifetime) {
        return fixture.tokens.create("game", new ExternalParticipantId(entityType, externalId), lifetime, START);
    }

    private static Arguments broken(String message, Consumer<JWTClaimsSet.Builder> claims) {
        return Arguments.of(message, claims);
    }

    private static Date date(int seconds) {
        return Date.from(START.plusSeconds(seconds));
    }

    static void assertRejected(TokenFixture fixture, String token, String message) {
        assertThatThrownBy(() -> fixture.tokens.verify(token))
                .isInstanceOf(InvalidTokenException.class)
                .hasMessageContaining(message)
                .hasMessageNotContaining("other.example")
                .hasNoCause();
    }
}
