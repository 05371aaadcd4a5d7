package laurel.change;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import laurel.database.signal.Signal;
import laurel.database.signal.Signal.Topic;

/** Collects signals until a consumer of changes takes them: in which leaderboards something may have changed. */
public final class LeaderboardSignals {
    private boolean received;
    private boolean all;
    private Set<Integer> leaderboardIds = new HashSet<>();

    /**
     * The leaderboards in which to look for changes.
     *
     * @param all            every leaderboard
     * @param leaderboardIds these, unless {@code all}
     */
    public record Scope(boolean all, Set<Integer> leaderboardIds) {
        /** Every leaderboard. */
        public static final Scope ALL = new Scope(true, Set.of());

        /** No leaderboard. */
        public static final Scope NONE = new Scope(false, Set.of());

        /** Whether the leaderboard is in scope. */
        public boolean includes(int leaderboard) {
            return all || leaderboardIds.contains(leaderboard);
        }
    }

    /** Adds a signal. */
    public synchronized void add(Signal signal) {
        received = true;
        if (signal.topic() == Topic.LEADERBOARD) {
            leaderboardIds.add(signal.id());
        } else if (signal.topic() == Topic.ANYTHING) {
            all = true;
        }
    }

    /** Adds a leaderboard, as its signal does. */
    public void add(int leaderboard) {
        add(new Signal(Topic.LEADERBOARD, leaderboard));
    }

    /** Adds every leaderboard. */
    public void addAll() {
        add(new Signal(Topic.ANYTHING, 0));
    }

    /** Removes and returns what was added. Empty without a signal; {@link Scope#NONE} if only events were signalled. */
    public synchronized Optional<Scope> take() {
        Optional<Scope> taken = received ? Optional.of(new Scope(all, leaderboardIds)) : Optional.empty();
        received = false;
        all = false;
        leaderboardIds = new HashSet<>();
        return taken;
    }

    /** Does work on what was added, if anything was. If the work fails, the next call does it on every leaderboard. */
    public void take(Consumer<Scope> work) {
        try {
            take().ifPresent(work);
        } catch (RuntimeException e) {
            addAll();
            throw e;
        }
    }
}
