package laurel.ranking;

/** Which end of a ranking a list starts from. */
public enum RankingOrder {
    BEST_FIRST,
    WORST_FIRST
}
