package laurel.player;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import laurel.participant.ExternalParticipantId;
import laurel.participant.ParticipantInput;
import laurel.request.RefusedException;
import laurel.request.Text;
import laurel.request.access.Identity;
import laurel.request.access.Identity.Player;
import org.jspecify.annotations.Nullable;

/**
 * An issuer of tokens: how its tokens are signed, and how they name a player.
 *
 * @param name       the claim {@code iss} of its tokens
 * @param audience   one of the values of {@code aud}; null if {@code aud} names the app
 * @param algorithms that it may use
 */
record Issuer(
        String name,
        @Nullable String audience,
        Value app,
        Value entityType,
        Value participant,
        Set<JWSAlgorithm> algorithms,
        VerificationKeys keys) {
    /**
     * A value of a token.
     *
     * @param claim that has it; null if all tokens of the issuer have the same
     * @param fixed the same value; null if a claim has it
     */
    record Value(@Nullable String claim, @Nullable String fixed) {
        static Value claim(String name) {
            return new Value(name, null);
        }

        static Value fixed(String value) {
            return new Value(null, value);
        }

        String of(JWTClaimsSet claims) {
            Object value = fixed == null ? claims.getClaim(claim) : fixed;
            Object only = value instanceof List<?> list && list.size() == 1 ? list.getFirst() : value;
            if (only instanceof String || only instanceof Integer || only instanceof Long) {
                return only.toString();
            }
            throw new InvalidTokenException("The token's claim `" + claim + "` is missing or not a text.");
        }
    }

    /** Throws unless one of the issuer's keys has signed the token with one of its algorithms. */
    void checkSignature(SignedJWT token, Instant now) {
        if (!algorithms.contains(token.getHeader().getAlgorithm())) {
            throw new InvalidTokenException("The issuer of the token does not use its algorithm (`alg`).");
        }
        var fitting = keys.fitting(token.getHeader(), now);
        if (fitting.isEmpty()) {
            throw new InvalidTokenException("The issuer of the token has no such key (`kid`).");
        }
        if (fitting.stream().noneMatch(key -> Signatures.isSigned(token, key))) {
            throw new InvalidTokenException("The signature of the token is not valid.");
        }
    }

    /** Returns the identity of the player that the token names. Its signature and its times were checked. */
    Identity identity(JWTClaimsSet claims) {
        if (audience != null && !claims.getAudience().contains(audience)) {
            throw new InvalidTokenException("The token is for another audience (`aud`).");
        }
        String key = app.of(claims);
        if (!Text.isKey(key)) {
            throw new InvalidTokenException("The token's claim `" + app.claim + "` is not the key of an app.");
        }
        var player = new Player(entityType.of(claims), participant.of(claims));
        check(player);
        String name = "player " + player.entityType() + "/" + player.externalId();
        return Identity.player(name, key, player, claims.getExpirationTime().toInstant());
    }

    private void check(Player player) {
        try {
            var id = new ExternalParticipantId(player.entityType(), player.externalId());
            var unused = new ParticipantInput(id, null, null, null, null).checked();
        } catch (RefusedException e) {
            boolean ofType = e.refusal().path().contains("entityType");
            throw new InvalidTokenException("The token's claim `" + (ofType ? entityType : participant).claim
                    + "` is not the " + (ofType ? "entity type" : "external ID") + " of a participant.");
        }
    }
}
