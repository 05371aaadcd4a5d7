/**
 * Players: callers with a token that names one participant of one app.
 *
 * <p>A token is a JWT, signed by the studio's own issuer or by Laurel itself ({@code createPlayerToken}). Read {@link
 * laurel.player.PlayerTokens} first: it finds the {@link laurel.player.Issuer} that the token names, checks the signature with the
 * keys and the algorithms of that issuer only, then the times, and then reads the player. No key verifies tokens of another
 * issuer, and no public key is used as a secret.
 *
 * <p>Nothing is stored about a token, so it cannot be revoked; it expires. Messages and logs never contain a token or a part
 * of it.
 */
@NullMarked
package laurel.player;

import org.jspecify.annotations.NullMarked;
