package laurel.erasure;

/** What happens to the entries of a participant that is erased. */
public enum ErasedStandings {
    /** They are removed, and the others move up. */
    REMOVED,
    /** They stay, without a participant. */
    ANONYMOUS
}
