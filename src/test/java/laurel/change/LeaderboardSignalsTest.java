package laurel.change;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import laurel.change.LeaderboardSignals.Where;
import laurel.database.signal.Signal;
import laurel.database.signal.Signal.Topic;
import org.junit.jupiter.api.Test;

class LeaderboardSignalsTest {
    private final LeaderboardSignals signalled = new LeaderboardSignals();

    @Test
    void boardsThatSignalsNameAreLookedAtAlone() {
        assertThat(signalled.take()).isEmpty();
        signalled.note(new Signal(Topic.LEADERBOARD, 7));
        signalled.note(new Signal(Topic.EVENTS, 1));
        signalled.note(new Signal(Topic.LEADERBOARD, 8));
        assertThat(signalled.take()).contains(new Where(false, Set.of(7, 8)));
        assertThat(signalled.take()).isEmpty();
    }

    @Test
    void whereItMayBeAnythingAllAreLookedAt() {
        signalled.note(new Signal(Topic.ANYTHING, 0));
        assertThat(signalled.take().map(Where::everywhere)).contains(true);
        signalled.note(new Signal(Topic.EVENTS, 1));
        assertThat(signalled.take()).contains(new Where(false, Set.of()));
    }
}
