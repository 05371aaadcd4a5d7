package laurel.rankindex;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Compares the blocks of a ranking, which come level by level from the lowest, each in order, with what is below them:
 * at level 0 the entries, and at each further level the blocks of the level before.
 */
final class TreeWalk {
    private final EntryWalk entries;
    private final Differences differences;
    private int count;
    private int level;
    /** The blocks of this level as parts of the next. */
    private List<Part> blocks = new ArrayList<>();
    /** Those of the level below that no block of this level has had yet. */
    private Iterator<Part> below = List.<Part>of().iterator();

    private @Nullable Part next;
    private @Nullable Bound last;

    TreeWalk(EntryWalk entries, Differences differences) {
        this.entries = entries;
        this.differences = differences;
    }

    void block(StoredBlock block) {
        count++;
        while (level < block.level()) {
            climb();
        }
        String name = name(level, block.start());
        if (!block.wellFormed()) {
            differences.note(name + " has counts that do not fit its parts, or that do not ascend");
            return;
        }
        if (!block.bounded()) {
            differences.note(name + " has a bound that is none");
            return;
        }
        List<Part> parts = block.parts();
        if (!parts.getFirst().bound.equals(block.start())) {
            differences.note(name + " has its first part at " + Differences.place(parts.getFirst().bound));
        }
        parts.forEach(part -> part(name, part));
        blocks.add(new Part(block.start(), block.allEntries(), block.allScores()));
    }

    /** After the last block: how many there were. */
    int end() {
        if (count > 0) {
            List<Part> top = blocks;
            int root = level;
            climb();
            if (top.size() != 1 || !top.getFirst().bound.equals(Bound.START)) {
                differences.note("at level %d are %d blocks, where one is the root of all".formatted(root, top.size()));
            }
        }
        return count;
    }

    private void part(String name, Part part) {
        if (last != null && part.bound.compareTo(last) <= 0) {
            differences.note(name + " has a part at " + Differences.place(part.bound) + ", behind that at "
                    + Differences.place(last));
        }
        last = part.bound;
        if (level == 0) {
            entries.run(part);
        } else {
            compare(part);
        }
    }

    private void compare(Part part) {
        while (next != null && next.bound.compareTo(part.bound) < 0) {
            stray(next);
        }
        String child = name(level - 1, part.bound);
        if (next == null || !next.bound.equals(part.bound)) {
            differences.note(child + " is missing");
            return;
        }
        differences.compare("entries of " + child + " in the block above it", part.entries, next.entries);
        differences.compare("new scores of " + child + " in the block above it", part.scores, next.scores);
        step();
    }

    /** To the next level. */
    private void climb() {
        while (next != null) {
            stray(next);
        }
        below = blocks.iterator();
        blocks = new ArrayList<>();
        last = null;
        level++;
        step();
    }

    private void stray(Part block) {
        differences.note(name(level - 1, block.bound) + " is one that no block above it has");
        step();
    }

    private void step() {
        next = below.hasNext() ? below.next() : null;
    }

    private static String name(int level, Bound start) {
        return "the block of level " + level + " at " + Differences.place(start);
    }
}
