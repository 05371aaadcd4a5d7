package laurel.window;

import jakarta.inject.Singleton;
import java.util.Collection;

/**
 * Reopens final rankings for corrections. A transaction calls it before it changes entries, under the lock of the
 * leaderboard. In closed windows, ranks of these rankings are then counted again, and the window requires a new revision.
 */
@Singleton
public class FinalRevisions {
    private final WindowRepository repository;

    FinalRevisions(WindowRepository repository) {
        this.repository = repository;
    }

    /**
     * Takes back what is final of these rankings.
     *
     * @param windows  those of the rankings, whether they are closed or not
     * @param rankings ids of those whose entries change
     */
    public void correct(Collection<Long> windows, Collection<Long> rankings) {
        if (rankings.isEmpty()) {
            return;
        }
        // The window first, and the rankings in a statement of their own: who is storing ranks holds the window's row,
        // and
        // once that is ours the rankings are seen as they have left them.
        if (repository.want(windows) > 0) {
            repository.countAgain(rankings);
        }
    }
}
