package laurel.score;

import static laurel.database.Columns.column;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import laurel.index.RankIndex;
import org.jdbi.v3.core.Handle;

/** Asks the ledger what stands, or stood. */
@Singleton
class DerivationRepository {
    /** After everything that was received or removed. */
    private static final Instant PRESENT = Instant.parse("9999-12-31T23:59:59.999999Z");

    private static final String DERIVE = Derivation.sql(Derivation.OF_PARTICIPANTS);

    /** As {@link RankIndex} counts: better is a lower sort key, which of sums beyond 64 bits is their negative. */
    private static final String RANKS = """
            WITH derived AS MATERIALIZED (<derived>),
            wanted AS (
                SELECT * FROM unnest(:questions, :rankings, :whose) WITH ORDINALITY AS w (n, ranking_id, participant_id, m)
            ), stood AS (
                SELECT a.n, a.ranking_id, d.participant_id,
                       rank() OVER (PARTITION BY a.n, a.ranking_id ORDER BY d.score * a.sign, d.subscore * a.sign) AS rank
                FROM (
                    SELECT DISTINCT w.n, w.ranking_id, r.group_values,
                           CASE r.sort_order WHEN 'DESCENDING' THEN -1 ELSE 1 END AS sign
                    FROM wanted AS w JOIN ranking AS r ON r.id = w.ranking_id
                ) AS a
                JOIN derived AS d ON d.n = a.n AND d.group_values @> a.group_values
            )
            SELECT wanted.m, stood.rank
            FROM wanted
            JOIN stood ON stood.n = wanted.n AND stood.ranking_id = wanted.ranking_id
                      AND stood.participant_id = wanted.participant_id
            """.replace("<derived>", Derivation.sql(""));

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
        List<WindowAt> windows = asked.stream().map(WindowAt::of).distinct().toList();
        Map<RankAt, Integer> ranks = new HashMap<>();
        handle.createQuery(RANKS)
                .bindArray("windows", Long.class, column(windows, WindowAt::windowId))
                .bindArray("moments", Instant.class, column(windows, WindowAt::moment))
                .bindArray("questions", Long.class, column(asked, one -> 1L + windows.indexOf(WindowAt.of(one))))
                .bindArray("rankings", Long.class, column(asked, RankAt::rankingId))
                .bindArray("whose", Long.class, column(asked, RankAt::participantId))
                .mapTo(Ranked.class)
                .forEach(row -> ranks.put(asked.get((int) row.m - 1), row.rank));
        return ranks;
    }

    /** A window as of a moment, derived once for all who ask for it. */
    private record WindowAt(long windowId, Instant moment) {
        static WindowAt of(RankAt asked) {
            return new WindowAt(asked.windowId(), asked.moment());
        }
    }

    /** A row of {@link #RANKS}: the m-th of the questions, from 1. */
    record Ranked(long m, int rank) {}
}
