package laurel.score;

import java.util.Set;
import laurel.window.WindowKey;

/** Submissions fall in windows that are not open yet. Those are opened, and then the submissions are tried again. */
final class WindowsNotOpenException extends RuntimeException {
    private final transient Set<WindowKey> missing;

    WindowsNotOpenException(Set<WindowKey> missing) {
        super("not all windows are open", null, false, false);
        this.missing = missing;
    }

    Set<WindowKey> missing() {
        return missing;
    }
}
