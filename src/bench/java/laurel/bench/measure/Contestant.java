package laurel.bench.measure;

/**
 * One side of a comparison.
 *
 * @param most maximum number of rounds: a turn of half a minute needs no median
 */
public record Contestant(String name, Load load, int most) {
    public Contestant(String name, Load load) {
        this(name, load, Integer.MAX_VALUE);
    }
}
