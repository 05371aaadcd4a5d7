package laurel.window;

/** The life of a window. */
public enum WindowState {
    /** Takes submissions. */
    OPEN,
    /** Has ended; still takes submissions that were achieved in it. */
    GRACE,
    /** Takes nothing more; its ranks stand. */
    FINAL,
    /** Its board keeps no more windows of its kind: what stood in it is gone. */
    EXPIRED
}
