package laurel.live;

import java.util.List;
import laurel.request.Cursor;

/**
 * The position of a subscriber.
 *
 * @param sequence the leaderboard's sequence in the state of the last event
 * @param windowId the window of that state; 0 if there was none
 */
public record LiveCursor(long sequence, long windowId) {
    /** Parses a cursor of this list; throws INVALID_CURSOR if it is another's. */
    public static LiveCursor parse(String text, String list) {
        return Cursor.parse(
                text, list, key -> new LiveCursor(Long.parseLong(key.getFirst()), Long.parseLong(key.get(1))));
    }

    String text(Cursor.Positions list) {
        return list.text(List.of(Long.toString(sequence), Long.toString(windowId)));
    }
}
