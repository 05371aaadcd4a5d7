package laurel.score.submission;

import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import laurel.leaderboard.Group;
import laurel.leaderboard.Grouping;
import laurel.leaderboard.Leaderboard;
import laurel.participant.ExternalParticipantId;
import laurel.window.RankingKey;
import laurel.window.Window.OpenWindow;
import laurel.window.WindowKey;

/**
 * Checked submissions that share a transaction.
 *
 * @param items one at least
 * @param open  the open windows that they fall in; those that would take one of them are
 */
public record Batch(int app, List<CheckedSubmission> items, Map<WindowKey, OpenWindow> open) {

    /** The windows that may take these items, each once: a board's time only moves on, so there will not be more. */
    static Set<WindowKey> windowKeys(List<CheckedSubmission> items) {
        return items.stream()
                .flatMap(item -> item.mayTake(item.time(item.board().clockAt())))
                .collect(Collectors.toSet());
    }

    /** Those of them that are to be opened where they are not open. */
    static Set<WindowKey> needed(List<CheckedSubmission> items) {
        return items.stream()
                .flatMap(item -> {
                    Instant time = item.time(item.board().clockAt());
                    return item.mayTake(time).filter(window -> window.takes(time));
                })
                .collect(Collectors.toSet());
    }

    /** When the last of these was received. */
    static Instant receivedAt(Collection<CheckedSubmission> items) {
        return items.stream()
                .map(CheckedSubmission::receivedAt)
                .max(Comparator.naturalOrder())
                .orElseThrow();
    }

    Instant receivedAt() {
        return receivedAt(items);
    }

    Set<Leaderboard> boards() {
        return items.stream().map(CheckedSubmission::board).collect(Collectors.toSet());
    }

    Set<ExternalParticipantId> participants() {
        return items.stream().map(CheckedSubmission::participant).collect(Collectors.toSet());
    }

    /** Items that bear an idempotency key. */
    List<CheckedSubmission> retriable() {
        return items.stream()
                .filter(item -> item.sent().idempotencyKey() != null)
                .toList();
    }

    /** Those of the windows that an item falls in that take it at a moment of the board's time. */
    List<TargetWindow> taking(CheckedSubmission item, Instant time) {
        return item.windows().stream().filter(part -> takes(part, time)).toList();
    }

    /** Names of the others. */
    List<String> closed(CheckedSubmission item, Instant time) {
        return item.windows().stream()
                .filter(part -> !takes(part, time))
                .map(part -> part.window().bounds().name())
                .distinct()
                .toList();
    }

    /** As was decided when the window was opened, whatever grace its board has by now; one that is not open is over. */
    private boolean takes(TargetWindow part, Instant time) {
        OpenWindow window = open.get(part.window());
        return window != null && part.window().mayTake(time) && window.window().takes(time);
    }

    /** One that may take submissions, and so is open. */
    OpenWindow window(TargetWindow part) {
        OpenWindow window = open.get(part.window());
        if (window == null) {
            throw new IllegalStateException("window " + part.window().bounds().name() + " was not opened");
        }
        return window;
    }

    /** One participant that an item may move in one window. */
    public record Touch(Leaderboard board, OpenWindow window, ExternalParticipantId participant) {
        public Slot slot(Grouping grouping) {
            return new Slot(window.window().id(), grouping, participant);
        }
    }

    /** Everything that the items may change. */
    public Set<Touch> touches() {
        Set<Touch> touches = new HashSet<>();
        for (CheckedSubmission item : items) {
            taking(item, item.time(item.board().clockAt()))
                    .forEach(part -> touches.add(new Touch(item.board(), window(part), item.participant())));
        }
        return touches;
    }

    /** The rankings of everyone in the open windows. */
    Map<RankingKey, Long> ofEveryone() {
        return open.values().stream()
                .collect(Collectors.toMap(
                        window -> new RankingKey(window.window().id(), Group.EVERYONE), OpenWindow::rankingId));
    }

    /** The place of one participant's entry in one grouping of one window, whichever group it stands in. */
    public record Slot(long windowId, Grouping grouping, ExternalParticipantId participant) {}
}
