package laurel.score.restriction;

/** Kinds of restrictions of a participant. */
public enum RestrictionKind {
    /** New submissions are refused. */
    BAN,
    /** New submissions are accepted, and count once the restriction ends. */
    HIDE
}
