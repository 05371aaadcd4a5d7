package laurel.score.ledger;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The submissions of a leaderboard and what was removed of them.
 *
 * @param remaining submissions that were not removed, and moves
 * @param removed   the latest number before the last removal of an entry, for each entry that is not restored
 * @param numbers   the latest number
 */
record LedgerModel(List<Counted> remaining, Map<WindowParticipant, Integer> removed, AtomicInteger numbers) {
    LedgerModel() {
        this(new ArrayList<>(), new HashMap<>(), new AtomicInteger());
    }

    /** A submission that was not removed, or a move; and the windows in which it counts. */
    sealed interface Counted {
        /** Ascends in the order in which they took effect. */
        int number();

        long participantId();

        List<Long> windows();
    }

    record SentSubmission(int number, ScoreSubmission submission, List<Long> windows) implements Counted {
        @Override
        public long participantId() {
            return submission.participantId();
        }
    }

    /** The move of a participant to the groups of these values, in one window. */
    record Moved(int number, long participantId, Map<String, String> values, long windowId) implements Counted {
        @Override
        public List<Long> windows() {
            return List.of(windowId);
        }
    }

    /** A participant in a window. */
    record WindowParticipant(long windowId, long participantId) {}

    boolean counts(Counted counted, WindowParticipant in) {
        return counted.number() > removed.getOrDefault(in, 0);
    }

    int nextNumber() {
        return numbers.incrementAndGet();
    }

    /** A participant with a submission; null if there is none. */
    @Nullable
    Long anyParticipant(Random random) {
        return remaining.isEmpty()
                ? null
                : Long.valueOf(remaining.get(random.nextInt(remaining.size())).participantId());
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
                .flatMap(counted -> counted.windows().stream())
                .distinct()
                .sorted()
                .toList();
    }
}
