/**
 * Badges: definitions of what participants can earn, with rules as data. Read {@link laurel.badge.Badges} first.
 *
 * <p>{@link laurel.badge.award} stores awards: at most one per badge, participant and period ({@link
 * laurel.badge.Recurrence}), which a unique key guarantees. {@link laurel.badge.rule} finds what is earned. Activity is
 * awarded in the transaction that counts it. Ranks and scores are awarded by a worker that follows the event log and the
 * change feed; it advances its positions ({@link laurel.badge.BadgePositionRepository}) in the transaction that awards. So it
 * catches up after any pause, on any node, and awards nothing twice. Windows do not expire before their badges are awarded.
 *
 * <p>A revoked award is kept, with its period. An award that was revoked because its window was corrected is restored if it
 * is earned again; any other only by an operator. Nothing else revokes an award: neither muted events nor days that are no
 * longer frozen.
 */
@NullMarked
package laurel.badge;

import org.jspecify.annotations.NullMarked;
