package laurel.ranking.model.leaderboard;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import laurel.ranking.model.query.ModelFilter;
import org.jspecify.annotations.Nullable;

/**
 * The expected ranking of one group in one window.
 *
 * @param standings best first
 */
public record ModelRanking(
        ModelRules rules, ModelWindow window, List<String> grouping, ModelGroup group, List<ModelStanding> standings) {
    public int total() {
        return standings.size();
    }

    /** A random selection of standings, in random order. */
    public List<ModelStanding> sample(int max, Random random) {
        List<ModelStanding> some = new ArrayList<>(standings);
        Collections.shuffle(some, random);
        return some.subList(0, Math.min(max, some.size()));
    }

    public List<String> participants() {
        return standings.stream().map(ModelStanding::participant).toList();
    }

    /** Null if the participant has no standing. */
    @Nullable
    public ModelStanding standing(String participant) {
        return standings.stream()
                .filter(one -> one.participant().equals(participant))
                .findFirst()
                .orElse(null);
    }

    /** The standings that match a filter, best first. */
    public List<ModelStanding> where(ModelFilter filter) {
        return standings.stream().filter(filter::admits).toList();
    }
}
