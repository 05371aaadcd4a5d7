package laurel.database.connection;

/** Condition of the database. */
public enum DatabaseState {
    /** It accepts connections and writes. */
    UP("is available"),
    /** It accepts no connections. */
    UNREACHABLE("cannot be reached"),
    /** It rejects writes, for example after a failover. */
    READ_ONLY("is read-only"),
    /** Its disk is full. */
    FULL("is full");

    private final String description;

    DatabaseState(String description) {
        this.description = description;
    }

    @Override
    public String toString() {
        return description;
    }
}
