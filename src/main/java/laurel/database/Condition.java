package laurel.database;

/** How the database is. */
enum Condition {
    /** It takes connections and writes. */
    UP("can be used"),
    /** It takes no connection. */
    UNREACHABLE("is out of reach"),
    /** It writes nothing: it was demoted, or is set so. */
    READ_ONLY("is read-only"),
    /** It has no room to write to. */
    FULL("is full");

    private final String words;

    Condition(String words) {
        this.words = words;
    }

    @Override
    public String toString() {
        return words;
    }
}
