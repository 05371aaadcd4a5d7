package laurel.window;

import jakarta.inject.Singleton;
import java.util.Collection;

/**
 * Requests new revisions of final standings. Every change of an entry calls this first, in the same transaction and under the
 * lock of the leaderboard. In closed windows the ranks of these rankings are computed from their entries from then on, until
 * the next revision is stored.
 */
@Singleton
public class FinalRevisions {
    private final WindowRepository repository;

    FinalRevisions(WindowRepository repository) {
        this.repository = repository;
    }

    /**
     * Requests a new revision of these rankings if they are final.
     *
     * @param windows  windows of the rankings, closed or not
     * @param rankings IDs of the rankings in which entries change
     */
    public void correct(Collection<Long> windows, Collection<Long> rankings) {
        if (rankings.isEmpty()) {
            return;
        }
        // The window first: a transaction that stores ranks locks the window's row. The second statement then sees the
        // rankings as that transaction left them.
        if (repository.want(windows) > 0) {
            repository.countAgain(rankings);
        }
    }
}
