package laurel.change;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import laurel.database.signal.Signal;
import laurel.database.signal.Signal.Topic;

/** Where something may have changed, as signals have said since that was last asked. */
public final class LeaderboardSignals {
    private boolean said;
    private boolean everywhere;
    private Set<Integer> boards = new HashSet<>();

    /**
     * Where to look for changes.
     *
     * @param everywhere in all boards
     * @param boards     in these, where not in all
     */
    public record Where(boolean everywhere, Set<Integer> boards) {
        public static final Where EVERYWHERE = new Where(true, Set.of());
    }

    public synchronized void note(Signal signal) {
        said = true;
        if (signal.topic() == Topic.LEADERBOARD) {
            boards.add(signal.id());
        } else if (signal.topic() == Topic.ANYTHING) {
            everywhere = true;
        }
    }

    /** Has the next who asks look everywhere. */
    public void noteEverywhere() {
        note(new Signal(Topic.ANYTHING, 0));
    }

    /** Where something may have changed, events apart; empty where there was no signal. */
    public synchronized Optional<Where> take() {
        Optional<Where> taken = said ? Optional.of(new Where(everywhere, boards)) : Optional.empty();
        said = false;
        everywhere = false;
        boards = new HashSet<>();
        return taken;
    }
}
