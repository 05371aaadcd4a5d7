package laurel.badge;

/** Whether a badge is awarded. */
public enum BadgeState {
    /** It is. */
    ENABLED,
    /** It is not. */
    DISABLED
}
