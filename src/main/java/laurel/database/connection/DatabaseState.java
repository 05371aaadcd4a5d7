package laurel.database.connection;

/** Condition of the database. */
public enum DatabaseState {
    /** It accepts connections and writes. */
    UP("can be used"),
    /** It accepts no connections. */
    UNREACHABLE("is out of reach"),
    /** It refuses writes: it was demoted, or configured so. */
    READ_ONLY("is read-only"),
    /** Its disk is full. */
    FULL("is full");

    private final String words;

    DatabaseState(String words) {
        this.words = words;
    }

    @Override
    public String toString() {
        return words;
    }
}
