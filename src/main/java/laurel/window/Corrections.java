package laurel.window;

import jakarta.inject.Singleton;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;

/**
 * Takes back what is final: whoever changes an entry says so here before, in the same transaction and under the lock of the
 * board. In closed windows the ranks of those rankings are counted again from then on, and the window wants a new revision.
 */
@Singleton
public class Corrections {
    private final CorrectionRepository repository;

    Corrections(CorrectionRepository repository) {
        this.repository = repository;
    }

    /**
     * Takes back what is final of these rankings.
     *
     * @param rankings whose entries change, with their ids; those of windows that are not closed among them
     */
    public void correct(Handle transaction, Map<RankingKey, Long> rankings) {
        if (rankings.isEmpty()) {
            return;
        }
        Set<Long> windows = rankings.keySet().stream().map(RankingKey::windowId).collect(Collectors.toSet());
        // The window first, and the rankings in a statement of their own: who is storing ranks holds the window's row,
        // and
        // once that is ours the rankings are seen as they have left them.
        if (repository.want(transaction, windows) > 0) {
            Collection<Long> ids = rankings.values();
            repository.countAgain(transaction, ids);
        }
    }
}
