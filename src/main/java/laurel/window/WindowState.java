package laurel.window;

/** The life of a window. */
public enum WindowState {
    /** Takes submissions. */
    OPEN,
    /** Has ended; still takes submissions that were achieved in it. */
    GRACE,
    /** Takes nothing more; its ranks stand. */
    FINAL
}
