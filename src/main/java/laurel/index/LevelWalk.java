package laurel.index;

import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Compares the blocks of a level, which come in order, with the parts of the level above, which say what they should be. */
final class LevelWalk {
    private final int level;
    private final Iterator<Part> above;
    private final Differences differences;
    private final Consumer<Part> parts;
    private @Nullable Part wanted;
    private @Nullable Bound last;

    /** @param parts takes the parts of those blocks that belong there, in order */
    LevelWalk(int level, List<Part> above, Differences differences, Consumer<Part> parts) {
        this.level = level;
        this.above = above.iterator();
        this.differences = differences;
        this.parts = parts;
        step();
    }

    void block(StoredBlock block) {
        while (wanted != null && wanted.bound.compareTo(block.start()) < 0) {
            missing(wanted);
        }
        if (wanted == null || !wanted.bound.equals(block.start())) {
            differences.note(name(block.start()) + " is one that no block above it has");
            return;
        }
        if (!block.wellFormed()) {
            differences.note(name(block.start()) + " has counts that do not fit its parts, or that do not ascend");
        } else if (!block.bounded()) {
            differences.note(name(block.start()) + " has a bound that is none");
        } else {
            compare(wanted, block);
        }
        step();
    }

    /** After the last block. */
    void end() {
        while (wanted != null) {
            missing(wanted);
        }
    }

    /** What it should have held is compared as one. */
    private void missing(Part part) {
        differences.note(name(part.bound) + " is missing");
        if (level == 0) {
            parts.accept(part);
        }
        step();
    }

    private void compare(Part said, StoredBlock block) {
        String name = name(block.start());
        if (said.entries != Part.UNKNOWN) {
            differences.compare("entries of " + name + " in the block above it", said.entries, block.allEntries());
            differences.compare("new scores of " + name + " in the block above it", said.scores, block.allScores());
        }
        List<Part> held = block.parts();
        if (!held.getFirst().bound.equals(block.start())) {
            differences.note(name + " has its first part at " + Differences.place(held.getFirst().bound));
        }
        for (Part part : held) {
            if (last != null && part.bound.compareTo(last) <= 0) {
                differences.note(name + " has a part at " + Differences.place(part.bound) + ", behind that at "
                        + Differences.place(last));
            }
            last = part.bound;
            parts.accept(part);
        }
    }

    private String name(Bound start) {
        return "the block of level " + level + " at " + Differences.place(start);
    }

    private void step() {
        wanted = above.hasNext() ? above.next() : null;
    }
}
