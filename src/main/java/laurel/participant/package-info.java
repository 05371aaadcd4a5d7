/**
 * Participants: the entities that are ranked, identified by entity type and external ID. They are
 * created by {@code createParticipant}, or by the first submission, event or award that names them.
 */
@NullMarked
package laurel.participant;

import org.jspecify.annotations.NullMarked;
