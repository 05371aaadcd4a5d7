package laurel.leaderboard;

/** Which scores rank first. */
public enum SortOrder {
    /** High is better. */
    DESCENDING,
    /** Low is better. */
    ASCENDING;

    /**
     * Returns the key of a score. Ascending keys put better scores first. Bit inversion reverses the order of all 64-bit
     * numbers; negation would overflow at the lowest.
     */
    public long key(long score) {
        return this == DESCENDING ? ~score : score;
    }

    /** Returns the update mode that takes the best score by this order. */
    public UpdateMode bestOf() {
        return this == DESCENDING ? UpdateMode.MAX : UpdateMode.MIN;
    }

    /** Returns the score with this key. */
    public long score(long key) {
        return key(key);
    }
}
