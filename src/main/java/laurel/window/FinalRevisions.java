package laurel.window;

import jakarta.inject.Singleton;
import java.util.Collection;

/**
 * Takes back what is final: whoever changes an entry says so here before, in the same transaction and under the lock of the
 * board. In closed windows the ranks of those rankings are counted again from then on, and the window wants a new revision.
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
