/**
 * Participants: the users, teams or things that are ranked, identified by entity type and external ID. They are created by
 * {@code createParticipant}, or by the first submission, event or award for them. Start reading at {@link
 * laurel.participant.Participants}.
 */
@NullMarked
package laurel.participant;

import org.jspecify.annotations.NullMarked;
