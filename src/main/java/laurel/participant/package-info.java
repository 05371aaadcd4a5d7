/**
 * Participants: whoever or whatever is ranked, named by entity type and external id. They are
 * created by {@code createParticipant}, or by the first submission, event or award that names them.
 */
@NullMarked
package laurel.participant;

import org.jspecify.annotations.NullMarked;
