package laurel.ranking;

import java.util.Set;

/**
 * A part of a statement that tells ranks, for either source of them. Written out once, because each is long.
 *
 * @param counted for rankings whose ranks are counted
 * @param stored  for those whose ranks are stored
 */
record RankSql(String counted, String stored) {
    static RankSql of(String sql) {
        return new RankSql(RankSource.COUNTED.in(sql), RankSource.STORED.in(sql));
    }

    /** The part that asks this ranking, in its partition. */
    String of(Ranking ranking) {
        return of(ranking, Set.of());
    }

    /** The same, with these figures where it says {@code <figures>}. */
    String of(Ranking ranking, Set<Figure> figures) {
        RankSource source = RankSource.of(ranking);
        return (source == RankSource.STORED ? stored : counted)
                .replace("<figures>", Figure.columns(figures, source))
                .replace("<entry>", ranking.entryTable())
                .replace("<final>", ranking.finalTable());
    }
}
