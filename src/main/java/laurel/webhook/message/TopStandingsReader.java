package laurel.webhook.message;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import laurel.rankindex.EntryMove;
import laurel.rankindex.RankIndexes;
import laurel.rankindex.RankKey;
import laurel.webhook.message.MessageSourceRepository.ReportedRanking;
import laurel.webhook.message.TopStandingsChanges.TopStandingChange;

/**
 * Reads the present tops of rankings, by one statement.
 *
 * @param count size of a top
 */
record TopStandingsReader(RankIndexes indexes, int count) {
    /**
     * The changes of these tops. Rankings without any are absent.
     *
     * @param moves net moves of these rankings
     */
    Map<ReportedRanking, List<TopStandingChange>> changed(
            Collection<ReportedRanking> rankings, Map<Long, List<EntryMove>> moves) {
        Map<Long, Integer> sizes = new HashMap<>();
        rankings.forEach(ranking -> sizes.put(ranking.id(), TopStandingsChanges.needed(of(moves, ranking), count)));
        Map<Long, List<RankKey>> tops = first(sizes);
        Map<ReportedRanking, List<TopStandingChange>> changed = new LinkedHashMap<>();
        for (ReportedRanking ranking : rankings) {
            List<RankKey> present = tops.getOrDefault(ranking.id(), List.of());
            List<TopStandingChange> changes = new TopStandingsChanges(present, of(moves, ranking), count).changes();
            if (!changes.isEmpty()) {
                changed.put(ranking, changes);
            }
        }
        return changed;
    }

    /** These tops, for webhooks that have missed changes. */
    Map<ReportedRanking, List<TopStandingChange>> snapshots(Collection<ReportedRanking> rankings) {
        Map<Long, Integer> sizes = new HashMap<>();
        rankings.forEach(ranking -> sizes.put(ranking.id(), count));
        Map<Long, List<RankKey>> tops = first(sizes);
        Map<ReportedRanking, List<TopStandingChange>> snapshots = new LinkedHashMap<>();
        rankings.forEach(ranking ->
                snapshots.put(ranking, TopStandingsChanges.snapshot(tops.getOrDefault(ranking.id(), List.of()))));
        return snapshots;
    }

    private Map<Long, List<RankKey>> first(Map<Long, Integer> sizes) {
        return sizes.isEmpty() ? Map.of() : indexes.first(sizes);
    }

    private static List<EntryMove> of(Map<Long, List<EntryMove>> moves, ReportedRanking ranking) {
        return Objects.requireNonNull(moves.get(ranking.id()));
    }
}
