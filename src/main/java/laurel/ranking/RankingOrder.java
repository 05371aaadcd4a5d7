package laurel.ranking;

/** From which end of a ranking a list starts. */
public enum RankingOrder {
    BEST_FIRST,
    WORST_FIRST
}
