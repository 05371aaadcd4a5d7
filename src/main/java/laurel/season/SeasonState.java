package laurel.season;

import laurel.window.Window.WindowState;

/** The life of a season. */
public enum SeasonState {
    /** Has not started. */
    PLANNED,
    /** Takes submissions. */
    OPEN,
    /** Has ended; still takes submissions that were achieved in it. */
    GRACE,
    /** Takes nothing more; its ranks stand. */
    FINAL,
    /** What stood in it is gone. */
    EXPIRED;

    public static SeasonState of(WindowState state) {
        return switch (state) {
            case OPEN -> OPEN;
            case GRACE -> GRACE;
            case FINAL -> FINAL;
            case EXPIRED -> EXPIRED;
        };
    }
}
