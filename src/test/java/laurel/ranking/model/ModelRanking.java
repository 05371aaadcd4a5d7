package laurel.ranking.model;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * One window of one group, as it must be.
 *
 * @param standings best first
 */
record ModelRanking(
        ModelRules rules, ModelSpan window, List<String> grouping, ModelGroup group, List<ModelStanding> standings) {
    int total() {
        return standings.size();
    }

    /** At most so many of its standings, in any order. */
    List<ModelStanding> some(int most, Random random) {
        List<ModelStanding> some = new ArrayList<>(standings);
        Collections.shuffle(some, random);
        return some.subList(0, Math.min(most, some.size()));
    }

    List<String> who() {
        return standings.stream().map(ModelStanding::who).toList();
    }

    /** Null where it has none of this name. */
    @Nullable
    ModelStanding standing(String who) {
        return standings.stream()
                .filter(one -> one.who().equals(who))
                .findFirst()
                .orElse(null);
    }

    /** Those that a filter admits, best first. */
    List<ModelStanding> where(ModelFilter filter) {
        return standings.stream().filter(filter::admits).toList();
    }
}
