package laurel.score.submission;

import static java.util.Objects.requireNonNull;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import laurel.database.partition.MissingPartitionException;
import laurel.score.entry.EntryWriter.EntryUpdate;
import laurel.score.ledger.LedgerRetention;
import laurel.window.FinalRevisions;
import laurel.window.RankingKey;
import laurel.window.Window.OpenWindow;
import laurel.window.WindowKey;
import laurel.window.Windows;

/**
 * The windows in which submissions of a batch count: open ones, and late ones, which have ended before a submission that corrects
 * them. The caller's transaction holds the leaderboards' locks.
 */
@Singleton
class BatchWindows {
    private final Windows windows;
    private final LedgerRetention retention;
    private final FinalRevisions revisions;

    BatchWindows(Windows windows, LedgerRetention retention, FinalRevisions revisions) {
        this.windows = windows;
        this.retention = retention;
        this.revisions = revisions;
    }

    /**
     * Returns the open windows that may accept these submissions. Throws MissingPartitionException if one is missing, unless a
     * submission has to start its season.
     */
    Map<WindowKey, OpenWindow> open(List<CheckedSubmission> items, Instant now) {
        // The time of a leaderboard only moves forward, so later submissions of the batch need no other windows.
        Set<WindowKey> accepting = items.stream()
                .flatMap(item -> item.accepting(item.boardTime(item.board().clockAt())))
                .collect(Collectors.toSet());
        Map<WindowKey, OpenWindow> open = windows.alreadyOpen(accepting);
        if (open.size() < accepting.size()) {
            // What is refused opens no windows: those of an archived leaderboard would never open.
            Set<WindowKey> missing = items.stream()
                    .filter(item -> item.unlessRetried() == null)
                    .flatMap(item -> {
                        Instant time = item.boardTime(item.board().clockAt());
                        return item.accepting(time)
                                .filter(window -> window.accepts(time) && !window.isStartedBySubmission(time));
                    })
                    .collect(Collectors.toSet());
            missing.removeAll(open.keySet());
            missing.removeAll(windows.expired(missing));
            if (!missing.isEmpty()) {
                throw missing(missing, now);
            }
        }
        return open;
    }

    /** An exception after which these windows are opened, and the season of a planned one is started. */
    MissingPartitionException missing(Set<WindowKey> keys, Instant now) {
        return new MissingPartitionException("not all windows are open", () -> windows.open(keys, now));
    }

    /**
     * Returns the windows that these submissions correct: those that have ended, were opened, have not expired, and have all
     * their submissions in the ledger.
     */
    Map<WindowKey, OpenWindow> late(List<CheckedSubmission> items) {
        Set<WindowKey> ended = ended(items);
        if (ended.isEmpty()) {
            return Map.of();
        }
        Map<WindowKey, OpenWindow> late = new HashMap<>(windows.retained(ended));
        var complete = retention.complete();
        late.entrySet()
                .removeIf(one -> !complete.test(
                        one.getKey().leaderboard(), one.getValue().window()));
        return late;
    }

    private static Set<WindowKey> ended(List<CheckedSubmission> items) {
        Set<WindowKey> ended = new HashSet<>();
        for (CheckedSubmission item : items) {
            if (item.received().correctsFinal()) {
                Instant time = item.boardTime(item.board().clockAt());
                item.windows().stream()
                        .map(CheckedSubmission.TargetWindow::window)
                        .filter(window -> hasEnded(window, time))
                        .forEach(ended::add);
            }
        }
        return ended;
    }

    private static boolean hasEnded(WindowKey window, Instant time) {
        Instant endsAt = window.bounds().endsAt();
        return endsAt != null && !endsAt.isAfter(time);
    }

    /**
     * Requests new revisions of the rankings of final windows in which entries change. Returns the ids of rankings that it read,
     * with the known ones.
     *
     * @param updates of windows, late or not
     */
    Map<RankingKey, Long> correct(
            Collection<EntryUpdate> updates, Collection<OpenWindow> late, Map<RankingKey, Long> known, Instant now) {
        Set<Long> lateIds = late.stream().map(one -> one.window().id()).collect(Collectors.toSet());
        List<EntryUpdate> corrections = updates.stream()
                .filter(update -> !update.withheld() && lateIds.contains(update.windowId()))
                .toList();
        if (corrections.isEmpty()) {
            return known;
        }
        Set<RankingKey> changing =
                corrections.stream().flatMap(EntryUpdate::rankings).collect(Collectors.toSet());
        Map<RankingKey, Long> rankings = new HashMap<>(known);
        rankings.putAll(windows.rankings(changing, now));
        revisions.correct(
                corrections.stream().map(EntryUpdate::windowId).collect(Collectors.toSet()),
                changing.stream()
                        .map(ranking -> requireNonNull(rankings.get(ranking)))
                        .collect(Collectors.toSet()));
        return rankings;
    }
}
