package laurel.badge.rule;

import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import laurel.badge.Badge;
import laurel.badge.award.EarnedBadge;
import laurel.badge.rule.FinalRankRepository.Earner;
import laurel.badge.rule.FinalRankRepository.EarnerQuery;
import laurel.badge.rule.FinalRankRepository.FinalWindow;
import laurel.badge.rule.FinalRankRepository.FinalizedRanking;
import laurel.badge.rule.RuleSource.Portion;
import laurel.badge.rule.RuleSource.PortionEnd;
import org.jspecify.annotations.Nullable;

/**
 * Reads the participants that have earned a badge by final ranks, in portions with a bounded number of rankings and of
 * participants. A window may have thousands of groups, and a group many ties, so that a portion can end within either.
 */
@Singleton
class FinalRankEarners {
    private static final int RANKINGS_AT_ONCE = 200;
    private static final int EARNERS_AT_ONCE = 10_000;

    private final FinalRankRepository repository;

    FinalRankEarners(FinalRankRepository repository) {
        this.repository = repository;
    }

    /** The end of a portion: a window, a ranking, and the last position that was read in it. */
    private static PortionEnd end(FinalizedRanking ranking, int position) {
        return PortionEnd.of(ranking.windowId(), ranking.id(), (long) position);
    }

    /**
     * The next earners in these windows.
     *
     * @param windows in order of id, not before the window in which the portion before ended
     * @param after   where the portion before ended, with a window, a ranking and a position; null for the first portion
     */
    Portion read(Badge badge, List<FinalWindow> windows, @Nullable PortionEnd after) {
        Map<Long, FinalWindow> byId = windows.stream().collect(Collectors.toMap(FinalWindow::id, Function.identity()));
        long start = after == null ? 0 : after.number(1);
        List<FinalizedRanking> rankings =
                repository.rankings(badge, windows.stream().map(FinalWindow::id).toList(), start, RANKINGS_AT_ONCE);
        Map<Integer, Integer> entryCounts = repository.entryCounts(rankings);
        List<EarnerQuery> queries = queries(badge, rankings, entryCounts, after);
        List<Earner> earners = repository.earners(queries, EARNERS_AT_ONCE);
        List<EarnedBadge> earned = new ArrayList<>();
        for (Earner one : earners) {
            FinalizedRanking ranking = rankings.get(one.queryNumber());
            FinalWindow window = byId.get(ranking.windowId());
            int entries = entryCounts.getOrDefault(one.queryNumber(), 0);
            if (window != null) {
                earned.add(window.earned(badge, one.participantId(), ranking, one.rank(), one.sortKey(), entries));
            }
        }
        return new Portion(earned, earners.size() + queries.size(), next(rankings, queries, earners));
    }

    /** The first rankings, as many as have no more earners than one portion, ties left aside; at least one. */
    private static List<EarnerQuery> queries(
            Badge badge,
            List<FinalizedRanking> rankings,
            Map<Integer, Integer> entryCounts,
            @Nullable PortionEnd after) {
        List<EarnerQuery> queries = new ArrayList<>();
        long left = EARNERS_AT_ONCE;
        for (int n = 0; n < rankings.size() && left > 0; n++) {
            FinalizedRanking ranking = rankings.get(n);
            int entries = entryCounts.getOrDefault(n, 0);
            int worst = badge.rule().worstRank(entries);
            int read = after != null && after.number(1) == ranking.id() ? (int) after.number(2) : 0;
            queries.add(new EarnerQuery(ranking, worst, read));
            left -= Math.max(0, Math.min(worst, entries) - read);
        }
        return queries;
    }

    private static @Nullable PortionEnd next(
            List<FinalizedRanking> rankings, List<EarnerQuery> queries, List<Earner> earners) {
        if (earners.size() >= EARNERS_AT_ONCE) {
            Earner last = earners.getLast();
            return end(rankings.get(last.queryNumber()), last.position());
        }
        boolean complete = rankings.size() < RANKINGS_AT_ONCE && queries.size() == rankings.size();
        return complete ? null : end(rankings.get(queries.size() - 1), FinalRankRepository.MAX_POSITION);
    }
}
