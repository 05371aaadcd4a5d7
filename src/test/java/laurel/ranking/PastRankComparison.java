package laurel.ranking;

import static java.util.function.Function.identity;
import static java.util.stream.Collectors.toMap;

import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import laurel.LaurelServer;
import laurel.ranking.snapshot.PastRankingRepository;
import laurel.ranking.snapshot.SnapshotQuery;
import laurel.ranking.snapshot.SnapshotRanking.RankingAsOf;
import laurel.ranking.snapshot.SnapshotResult;
import laurel.ranking.snapshot.SnapshotStanding;

/** Ranks of earlier times, as the ledger has them. */
public final class PastRankComparison {
    private PastRankComparison() {}

    /** The rank of a participant in a ranking at a time. */
    public record RankAt(long rankingId, long participantId, Instant time) {}

    /** Those of these that there were. */
    public static Map<RankAt, Integer> of(LaurelServer server, int app, Collection<RankAt> asked) {
        Map<Long, Ranking> rankings = server.bean(Rankings.class)
                .byIds(app, asked.stream().map(RankAt::rankingId).distinct().toList());
        Map<RankAt, SnapshotQuery> questions = asked.stream()
                .collect(toMap(
                        identity(),
                        one -> new SnapshotQuery.ParticipantQuery(
                                new RankingAsOf(Objects.requireNonNull(rankings.get(one.rankingId)), one.time),
                                one.participantId)));
        Map<SnapshotQuery, SnapshotResult> found =
                server.bean(PastRankingRepository.class).standings(questions.values());
        Map<RankAt, Integer> ranks = new HashMap<>();
        questions.forEach((one, question) -> {
            SnapshotStanding standing =
                    Objects.requireNonNull(found.get(question)).only();
            if (standing != null) {
                ranks.put(one, standing.row().rank());
            }
        });
        return ranks;
    }
}
