package laurel.score;

import laurel.window.Window;

/** One participant in one window, in whichever groups it stands. */
record InWindow(Window window, long participantId) {
    String table() {
        return window.entryTable();
    }

    long windowId() {
        return window.id();
    }
}
