package laurel.ranking;

/** From which end of a ranking a list starts. */
enum RankingOrder {
    BEST_FIRST,
    WORST_FIRST
}
