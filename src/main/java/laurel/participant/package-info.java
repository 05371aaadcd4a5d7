/**
 * Participants: whoever or whatever is ranked, named by entity type and external id. They come into being with the
 * first submission that names them; a profile may be given with it, before it or after it.
 */
@NullMarked
package laurel.participant;

import org.jspecify.annotations.NullMarked;
