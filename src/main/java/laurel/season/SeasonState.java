package laurel.season;

import laurel.window.Window.WindowState;

/** States of a season, in order. */
public enum SeasonState {
    /** Has not started. */
    PLANNED,
    /** Accepts submissions. */
    OPEN,
    /** Has ended; still accepts submissions that were achieved in it. */
    GRACE,
    /** Accepts no submissions; its ranks are stored. */
    FINAL,
    /** Its standings are deleted. */
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
