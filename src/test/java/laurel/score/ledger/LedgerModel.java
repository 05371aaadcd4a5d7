package laurel.score.ledger;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * The submissions of a leaderboard and what was removed of them.
 *
 * @param remaining submissions that were not removed
 * @param removed   the latest submission before the last removal of an entry, for each entry that is not restored
 */
record LedgerModel(List<SentSubmission> remaining, Map<WindowParticipant, Long> removed) {
    LedgerModel() {
        this(new ArrayList<>(), new HashMap<>());
    }

    /** A submission that was not removed, and the windows in which it counts. */
    record SentSubmission(ScoreSubmission submission, List<Long> windows) {}

    /** A participant in a window. */
    record WindowParticipant(long windowId, long participantId) {}

    boolean counts(SentSubmission sent, WindowParticipant in) {
        return sent.submission.number() > removed.getOrDefault(in, 0L);
    }

    /** A participant with a submission; null if there is none. */
    @Nullable
    Long anyParticipant(Random random) {
        return remaining.isEmpty()
                ? null
                : Long.valueOf(remaining
                        .get(random.nextInt(remaining.size()))
                        .submission
                        .participantId());
    }

    /** Some of the windows, at least one. */
    List<Long> anyWindows(Random random) {
        List<Long> windows = new ArrayList<>(windows());
        Collections.shuffle(windows, random);
        return windows.subList(0, 1 + random.nextInt(windows.size()));
    }

    /** All windows with submissions. */
    List<Long> windows() {
        return remaining.stream()
                .flatMap(sent -> sent.windows.stream())
                .distinct()
                .sorted()
                .toList();
    }
}
