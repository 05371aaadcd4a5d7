/**
 * Days that need not be active: frozen days of one participant, and amnesty days for everyone, which runs continue
 * across.
 */
@NullMarked
package laurel.streak.freeze;

import org.jspecify.annotations.NullMarked;
