package laurel.badge;

/** Whether a badge is awarded. */
public enum BadgeState {
    /** Awarded to participants that earn it. */
    ENABLED,
    /** Not awarded. Existing awards stay. */
    DISABLED
}
