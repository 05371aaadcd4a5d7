package laurel.score.submission;

import java.util.List;
import java.util.Map;
import laurel.leaderboard.Grouping;
import laurel.leaderboard.Leaderboard;
import laurel.score.entry.Entry;
import laurel.score.entry.EntryRepository.GroupedRow;
import laurel.score.entry.EntryRepository.ParticipantInWindow;
import laurel.window.Window;
import org.jspecify.annotations.Nullable;

/**
 * The entries of one participant in some windows of a leaderboard, as read under its lock.
 *
 * @param withheld whether the participant is banned or hidden, so its entries are not ranked
 * @param windows  with or without an entry
 */
public record ParticipantEntries(
        Leaderboard board,
        long participantId,
        boolean withheld,
        List<Window> windows,
        Map<ParticipantInWindow, List<GroupedRow>> rows) {

    /** Returns the same without the windows in which the participant has no entry. */
    public ParticipantEntries existing() {
        List<Window> with = windows.stream()
                .filter(window -> rows.containsKey(new ParticipantInWindow(window, participantId, withheld)))
                .toList();
        return new ParticipantEntries(board, participantId, withheld, with, rows);
    }

    public List<Long> windowIds() {
        return windows.stream().map(Window::id).toList();
    }

    /** Returns the entry in a grouping of a window; null if there is none. */
    @Nullable
    Entry entry(Window window, Grouping grouping) {
        return rows.getOrDefault(new ParticipantInWindow(window, participantId, withheld), List.of()).stream()
                .filter(row -> grouping.has(row.groupValues().attributes()))
                .findFirst()
                .map(row -> row.entry(board))
                .orElse(null);
    }
}
