package laurel.ranking;

/** A question about how many there are in one ranking. All that a request asks are answered by one statement. */
sealed interface Tally {
    Ranking ranking();

    /** How many stand in it. */
    record OfAll(Ranking ranking) implements Tally {}
}
