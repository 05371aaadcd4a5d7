package laurel.ranking;

/** A question about how many there are in one ranking. All that a request asks are answered by one statement. */
sealed interface Count {
    Ranking ranking();

    /** How many stand in it. */
    record OfAll(Ranking ranking) implements Count {}

    /** How many stand in this part of it. */
    record OfStretch(Ranking ranking, Stretch stretch) implements Count {}

    /** How many scores stand better than this one would: one less than its rank. */
    record OfBetter(Ranking ranking, long sortKey, long subscoreKey) implements Count {}
}
