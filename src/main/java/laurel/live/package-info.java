/**
 * Rankings followed as they change: who is at the top, and who of those watched has passed whom.
 *
 * <p>Each node evaluates what its own subscribers follow. A signal marks a board; at most once per tick all marked rankings
 * are read together, in one snapshot and so many statements as their partitions need ({@link laurel.live.Evaluation}),
 * however many follow them. What is told is the difference of two states ({@link laurel.live.RankingState}), each at a
 * sequence of the board's outbox, so several changes between two ticks are one, and a change that took itself back is none.
 *
 * <p>The outbox saves reading: where it tells every shift since the last state, the top is read again only if one touches
 * it, and a watched rank moves by one for each entry that passes it ({@link laurel.rankindex.NetMoves}). Where it does
 * not, all is read anew, and the difference is as right. Who resumes gives the sequence that they had: the state of then
 * is what is now with every shift since taken back, or else they begin with a full one.
 */
@NullMarked
package laurel.live;

import org.jspecify.annotations.NullMarked;
