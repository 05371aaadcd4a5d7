package laurel.rankindex;

import java.util.Iterator;
import laurel.rankindex.IndexCheckRepository.Numbered;
import org.jspecify.annotations.Nullable;

/** Compares the runs of a ranking, which come in order, with the entries between their bounds. */
final class EntryWalk {
    private final Iterator<Numbered> entries;
    private final Differences differences;
    private @Nullable Numbered next;
    private @Nullable Part run;
    private long position;
    private long denseRank;

    EntryWalk(Iterator<Numbered> entries, Differences differences) {
        this.entries = entries;
        this.differences = differences;
        step();
    }

    /** The next run; it ends where the one after it begins. */
    void run(Part following) {
        long passed = pass(following.bound.place());
        if (run == null) {
            differences.compare("entries before the first run", 0, passed);
        }
        run = following;
    }

    /** After the last run: how many entries there are. */
    long end() {
        pass(null);
        return position;
    }

    /** Passes the entries of the run that ends here, and compares; null is the end of all. Gives how many these are. */
    private long pass(@Nullable RankKey end) {
        long entriesBefore = position;
        long scoresBefore = denseRank;
        while (next != null && (end == null || next.place().compareTo(end) < 0)) {
            position = next.position();
            denseRank = next.denseRank();
            step();
        }
        if (run != null) {
            String where = " of the run at " + Differences.place(run.bound);
            differences.compare("entries" + where, run.entries, position - entriesBefore);
            differences.compare("new scores" + where, run.scores, denseRank - scoresBefore);
        }
        return position - entriesBefore;
    }

    private void step() {
        next = entries.hasNext() ? entries.next() : null;
    }
}
