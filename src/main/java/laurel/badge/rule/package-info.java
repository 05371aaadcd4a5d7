/**
 * Finds the participants that fulfil the rules of badges, and awards them.
 *
 * <p>By activity ({@link laurel.badge.rule.ActivityRules}, {@link laurel.badge.rule.TallyRules}): in the transaction that
 * counts the activity, or in the background if many days are concerned. By scores ({@link laurel.badge.rule.ScoreRules}) and
 * by final ranks ({@link laurel.badge.rule.FinalRankRules}): by {@link laurel.badge.rule.BadgeWorker}, from the change feed
 * and the event log. Each of these is a {@link laurel.badge.rule.RuleSource}, too, which previews and backfills read.
 */
@NullMarked
package laurel.badge.rule;

import org.jspecify.annotations.NullMarked;
