package laurel.ranking;

import static java.util.function.Function.identity;
import static java.util.stream.Collectors.toMap;

import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import laurel.LaurelServer;
import laurel.database.sql.Versioned;
import laurel.ranking.snapshot.PastRankingRepository;
import laurel.ranking.snapshot.SnapshotQuery;
import laurel.ranking.snapshot.SnapshotRanking.RankingAsOf;
import laurel.ranking.snapshot.SnapshotResult;
import laurel.ranking.snapshot.SnapshotStanding;

/** Reads past ranks, which the service derives from the ledger. */
public final class PastRankComparison {
    private PastRankComparison() {}

    /** The rank of a participant in a ranking at a time. */
    public record RankAt(long rankingId, long participantId, Instant time) {}

    /** Returns the ranks of participants that had an entry at the time. */
    public static Map<RankAt, Integer> of(LaurelServer server, int app, Collection<RankAt> keys) {
        Map<Long, Versioned<Ranking>> rankings = server.bean(Rankings.class)
                .byIds(app, keys.stream().map(RankAt::rankingId).distinct().toList());
        Map<RankAt, SnapshotQuery> queries = keys.stream()
                .collect(toMap(
                        identity(),
                        one -> new SnapshotQuery.ParticipantQuery(
                                new RankingAsOf(
                                        Objects.requireNonNull(rankings.get(one.rankingId))
                                                .value(),
                                        one.time),
                                one.participantId)));
        Map<SnapshotQuery, SnapshotResult> found =
                server.bean(PastRankingRepository.class).standings(queries.values());
        Map<RankAt, Integer> ranks = new HashMap<>();
        queries.forEach((one, query) -> {
            SnapshotStanding standing = Objects.requireNonNull(found.get(query)).only();
            if (standing != null) {
                ranks.put(one, standing.row().rank());
            }
        });
        return ranks;
    }
}
