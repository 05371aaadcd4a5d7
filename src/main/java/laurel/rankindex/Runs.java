package laurel.rankindex;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Cuts the entries of a part, given one by one in their order, into runs. */
final class Runs {
    private final Part whole;
    private final int run;
    private final List<Part> parts = new ArrayList<>();
    private int entries;
    private int scores;

    @Nullable
    private RankKey last;

    /** @param run entries of each */
    Runs(Part whole, int run) {
        this.whole = whole;
        this.run = run;
    }

    void add(RankKey place) {
        int shared = last == null ? 0 : shared(last, place);
        if (entries % run == 0) {
            parts.add(new Part(parts.isEmpty() ? whole.bound : Bound.between(place, shared), 0, 0));
        }
        int starts = shared < 2 ? 1 : 0;
        parts.getLast().entries++;
        parts.getLast().scores += starts;
        entries++;
        scores += starts;
        last = place;
    }

    /** The runs: the first begins where the part began, and has what the part has of scores beside the others. */
    List<Part> parts() {
        if (parts.isEmpty()) {
            return List.of(new Part(whole.bound, 0, 0));
        }
        if (!whole.bound.equals(Bound.START)) {
            parts.getFirst().scores += whole.scores - scores;
        }
        return parts;
    }

    /** How many columns of their keys are the same; of two places not all are. */
    private static int shared(RankKey one, RankKey other) {
        if (one.sortKey() != other.sortKey()) {
            return 0;
        }
        if (one.subscoreKey() != other.subscoreKey()) {
            return 1;
        }
        return one.tieKey() != other.tieKey() ? 2 : 3;
    }
}
