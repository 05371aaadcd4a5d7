package laurel.request.access;

import laurel.request.RequestException;

/** Verifies tokens of players. The feature that knows their issuers has the only bean of this type. */
@FunctionalInterface
public interface TokenVerifier {
    /**
     * Returns the player that a token names. May block, while keys of its issuer are fetched. Throws {@link RequestException}
     * UNAUTHENTICATED if the token fails a check, which the message names, and UNAVAILABLE if it cannot be verified now.
     *
     * @param token a text in the form of a JWT: three parts separated by dots
     */
    Identity verify(String token);
}
