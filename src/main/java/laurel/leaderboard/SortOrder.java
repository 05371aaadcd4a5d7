package laurel.leaderboard;

/** Which scores stand first. */
public enum SortOrder {
    /** High is better. */
    DESCENDING,
    /** Low is better. */
    ASCENDING;

    /**
     * The key by which ascending order puts better scores first. Bit inversion reverses the order of the whole 64-bit
     * range; negation would overflow at its lower end.
     */
    public long key(long score) {
        return this == DESCENDING ? ~score : score;
    }

    /** The score that has this key. */
    public long score(long key) {
        return key(key);
    }
}
