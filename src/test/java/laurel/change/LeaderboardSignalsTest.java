package laurel.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import laurel.change.LeaderboardSignals.Scope;
import laurel.database.signal.Signal;
import laurel.database.signal.Signal.Topic;
import org.junit.jupiter.api.Test;

class LeaderboardSignalsTest {
    private final LeaderboardSignals signals = new LeaderboardSignals();

    @Test
    void returnsSignalledLeaderboardsOnce() {
        assertThat(signals.take()).isEmpty();
        signals.add(new Signal(Topic.LEADERBOARD, 7));
        signals.add(new Signal(Topic.EVENTS, 1));
        signals.add(new Signal(Topic.LEADERBOARD, 8));
        assertThat(signals.take()).contains(new Scope(false, Set.of(7, 8)));
        assertThat(signals.take()).isEmpty();
    }

    @Test
    void returnsAllLeaderboardsIfAnythingMayHaveChanged() {
        signals.add(new Signal(Topic.ANYTHING, 0));
        assertThat(signals.take().map(Scope::all)).contains(true);
        signals.add(new Signal(Topic.EVENTS, 1));
        assertThat(signals.take()).contains(new Scope(false, Set.of()));
    }

    @Test
    void doesWorkOnAllLeaderboardsAfterAFailure() {
        signals.take(scope -> assertThat(scope).isNull());
        signals.add(7);
        assertThatThrownBy(() -> signals.take(scope -> {
                    throw new IllegalStateException(scope.toString());
                }))
                .isInstanceOf(IllegalStateException.class);
        assertThat(signals.take().map(Scope::all)).contains(true);
    }
}
