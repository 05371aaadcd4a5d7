/**
 * Who may call the API: keys, the app that each is bound to, and the caller that a connection speaks for.
 */
@NullMarked
package laurel.api.access;

import org.jspecify.annotations.NullMarked;
