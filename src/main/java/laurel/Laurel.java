package laurel;

import io.micronaut.runtime.Micronaut;

/** Starts the service. */
public final class Laurel {
    private Laurel() {}

    public static void main(String[] args) {
        Micronaut.build(args).mainClass(Laurel.class).banner(false).start();
    }
}
