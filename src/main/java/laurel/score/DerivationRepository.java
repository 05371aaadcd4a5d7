package laurel.score;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jdbi.v3.core.Handle;

/** Asks the ledger what stands, or stood. */
@Singleton
class DerivationRepository {
    /** After everything that was received or removed. */
    private static final Instant PRESENT = Instant.parse("9999-12-31T23:59:59.999999Z");

    private static final String DERIVE = Derivation.sql(Derivation.OF_WINDOWS, Derivation.OF_PARTICIPANTS);

    /** As {@link RankIndex} counts: better is a lower sort key, which of sums beyond 64 bits is their negative. */
    private static final String RANKS = """
            WITH stood AS (
                SELECT d.n, d.participant_id, d.group_values,
                       rank() OVER (PARTITION BY d.n ORDER BY d.score * d.sign, d.subscore * d.sign) AS rank
                FROM (
                    SELECT e.*, CASE r.sort_order WHEN 'DESCENDING' THEN -1 ELSE 1 END AS sign
                    FROM (<derived>) AS e
                    JOIN unnest(:rankings) WITH ORDINALITY AS a (ranking_id, n) ON a.n = e.n
                    JOIN ranking AS r ON r.id = a.ranking_id
                    WHERE e.group_values @> r.group_values
                ) AS d
            )
            SELECT wanted.m, stood.rank
            FROM unnest(:questions, :whose) WITH ORDINALITY AS wanted (n, participant_id, m)
            JOIN stood ON stood.n = wanted.n AND stood.participant_id = wanted.participant_id
            """.replace("<derived>", Derivation.sql(Derivation.OF_RANKINGS, ""));

    /** What stands for these participants in these windows. */
    List<Derived> derive(Handle handle, Collection<Long> windows, Collection<Long> participants) {
        return handle.createQuery(DERIVE)
                .bindArray("windows", Long.class, windows)
                .bindArray("moments", Instant.class, Collections.nCopies(windows.size(), PRESENT))
                .bindArray("participants", Long.class, participants)
                .mapTo(Derived.class)
                .list();
    }

    /** RANK() then; absent where it did not stand. */
    Map<RankAt, Integer> ranks(Handle handle, List<RankAt> asked) {
        List<RankingAt> questions = asked.stream().map(RankingAt::of).distinct().toList();
        Map<RankAt, Integer> ranks = new HashMap<>();
        handle.createQuery(RANKS)
                .bindArray(
                        "rankings",
                        Long.class,
                        questions.stream().map(RankingAt::rankingId).toArray())
                .bindArray(
                        "moments",
                        Instant.class,
                        questions.stream().map(RankingAt::moment).toArray())
                .bindArray(
                        "questions",
                        Long.class,
                        asked.stream()
                                .map(one -> 1L + questions.indexOf(RankingAt.of(one)))
                                .toArray())
                .bindArray(
                        "whose",
                        Long.class,
                        asked.stream().map(RankAt::participantId).toArray())
                .mapTo(Ranked.class)
                .forEach(row -> ranks.put(asked.get((int) row.m - 1), row.rank));
        return ranks;
    }

    /** A ranking as of a moment, derived once for all who ask for it. */
    private record RankingAt(long rankingId, Instant moment) {
        static RankingAt of(RankAt asked) {
            return new RankingAt(asked.rankingId(), asked.moment());
        }
    }

    /** A row of {@link #RANKS}: the m-th of the questions, from 1. */
    record Ranked(long m, int rank) {}
}
