package laurel.database.connection;

/** Condition of the database. */
public enum DatabaseState {
    /** It accepts connections and writes. */
    UP("can be used"),
    /** It accepts no connections. */
    UNREACHABLE("is out of reach"),
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
