package laurel.rankindex;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A row of the rank index, while it is changed. */
final class Block {
    /** What has to be written of it. */
    enum Change {
        NONE,
        COUNTS,
        ALL
    }

    final int level;
    final Bound bound;
    final List<Part> parts;
    Change change;

    Block(int level, List<Part> parts, Change change) {
        this.level = level;
        this.bound = parts.getFirst().bound;
        this.parts = new ArrayList<>(parts);
        this.change = change;
    }

    /** The block of a row. */
    static Block of(int level, List<byte[]> bounds, int[] entries, int[] scores) {
        List<Part> parts = new ArrayList<>();
        for (int n = 0; n < bounds.size(); n++) {
            parts.add(new Part(new Bound(bounds.get(n)), entries[n + 1] - entries[n], scores[n + 1] - scores[n]));
        }
        return new Block(level, parts, Change.NONE);
    }

    int entries() {
        return parts.stream().mapToInt(part -> part.entries).sum();
    }

    int scores() {
        return parts.stream().mapToInt(part -> part.scores).sum();
    }

    /** What is counted before each part, and last all of it. */
    int[] before(ToIntFunction<Part> count) {
        int[] before = new int[parts.size() + 1];
        for (int n = 0; n < parts.size(); n++) {
            before[n + 1] = before[n] + count.applyAsInt(parts.get(n));
        }
        return before;
    }

    /** The part that a place of this block belongs to. */
    Part part(Bound place) {
        int low = 0;
        int high = parts.size() - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (parts.get(middle).bound.compareTo(place) <= 0) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return parts.get(low);
    }

    void changed(Change what) {
        if (what.compareTo(change) > 0) {
            change = what;
        }
    }

    /** Puts parts into the place of one. */
    void replace(Part part, List<Part> by) {
        int n = parts.indexOf(part);
        parts.remove(n);
        parts.addAll(n, by);
        changed(Change.ALL);
    }

    /** This block in pieces, each of about so many parts; the first is in its place. */
    List<Block> split(int size) {
        int pieces = Math.ceilDiv(parts.size(), size);
        List<Block> split = new ArrayList<>();
        for (int n = 0; n < pieces; n++) {
            int from = (int) ((long) parts.size() * n / pieces);
            int to = (int) ((long) parts.size() * (n + 1) / pieces);
            split.add(new Block(level, parts.subList(from, to), Change.ALL));
        }
        return split;
    }

    /** Takes in the block behind it. */
    void absorb(Block next) {
        parts.addAll(next.parts);
        changed(Change.ALL);
    }

    /** The bounds of its parts as PostgreSQL writes an array; null where they have not changed. */
    @Nullable
    String boundArray() {
        return change == Change.ALL ? array(parts.stream().map(part -> "\"\\\\x" + part.bound + '"')) : null;
    }

    String entryArray() {
        return array(before(part -> part.entries));
    }

    String scoreArray() {
        return array(before(part -> part.scores));
    }

    private static String array(int[] numbers) {
        return array(IntStream.of(numbers).mapToObj(Integer::toString));
    }

    private static String array(Stream<String> elements) {
        return elements.collect(Collectors.joining(",", "{", "}"));
    }
}
