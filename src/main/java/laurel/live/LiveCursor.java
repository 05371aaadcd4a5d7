package laurel.live;

import java.util.List;
import laurel.request.Cursor;

/**
 * Where a subscriber is.
 *
 * @param sequence the board's, of the state that it was told last
 * @param windowId the window of that state; 0 where there was none
 */
public record LiveCursor(long sequence, long windowId) {
    /** The one that a cursor of this list holds; else throws INVALID_CURSOR. */
    public static LiveCursor parse(String text, String list) {
        return Cursor.parse(
                text, list, key -> new LiveCursor(Long.parseLong(key.getFirst()), Long.parseLong(key.get(1))));
    }

    String text(String list) {
        return new Cursor(list, List.of(Long.toString(sequence), Long.toString(windowId))).text();
    }
}
