/**
 * Live rankings: subscriptions to the top of a ranking, to the ranks of watched participants, and to the neighbours of a
 * participant.
 *
 * <p>Each node evaluates the rankings that its own subscribers follow. A signal marks a leaderboard. Once per tick the marked
 * rankings are evaluated, in parts that do not wait for each other ({@link laurel.live.EvaluationLanes}). {@link
 * laurel.live.Evaluation} reads a part in one snapshot, with a few statements per partition, however many subscribers it
 * has. Subscribers with equal interests are one {@link laurel.live.Following}: what changes for them is computed once, and
 * the events of all are rendered together. An event is the difference of two states ({@link laurel.live.RankingState}), each at a
 * sequence of the leaderboard's outbox. So several changes within one tick become one event, and a change that was undone
 * becomes none.
 *
 * <p>The change feed saves reads. If it has every entry move since the last state, the top is read again only if a move
 * touches it, a watched rank changes by one for each entry that passes it ({@link laurel.rankindex.NetMoves}), and the
 * neighbours of a participant are read again only if a move touches them ({@link laurel.live.AroundUpdate}). Otherwise the
 * whole state is read, with the same events as result. A subscriber that resumes sends the sequence of its last event: its
 * state is the present one with all moves since undone. If they are not known, it starts with a snapshot.
 *
 * <p>A ranking that cannot be read, or waits for a lock, is retried ({@link laurel.live.RetryingEvaluation}) and does not hold
 * up the others.
 * Read {@link laurel.live.LiveRankings} first, then {@link laurel.live.RankingUpdate}.
 */
@NullMarked
package laurel.live;

import org.jspecify.annotations.NullMarked;
