package laurel.webhook.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import laurel.database.signal.Signal;
import laurel.database.signal.Signal.Topic;
import laurel.webhook.message.Signalled.Where;
import org.junit.jupiter.api.Test;

class SignalledTest {
    private final Signalled signalled = new Signalled();

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
