package laurel.bench.measure;

/**
 * One of those that are compared.
 *
 * @param most the rounds that it takes part in at most: one that takes half a minute needs no median
 */
public record Contestant(String name, Load load, int most) {
    public Contestant(String name, Load load) {
        this(name, load, Integer.MAX_VALUE);
    }
}
