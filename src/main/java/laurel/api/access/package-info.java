/**
 * Who may call the API, and in which app. {@code ConfiguredKeys} holds the configured keys, each for one app or for all.
 * {@code Authenticator} checks the header {@code Authorization}. {@code CallerResolver} combines the scope of the key with
 * the app that the path or the header {@code Laurel-App} names, and returns a {@code Caller}. {@code PathAccess} has
 * the roles that paths require.
 *
 * <p>Without keys every caller is the operator; the service then starts only if it listens on the loopback interface.
 */
@NullMarked
package laurel.api.access;

import org.jspecify.annotations.NullMarked;
