package laurel;

import io.micronaut.context.env.Environment;
import io.micronaut.runtime.Micronaut;

/** Starts the service. */
public final class Laurel {
    private Laurel() {}

    public static void main(String[] args) {
        new Start().args(args).mainClass(Laurel.class).banner(false).start();
    }

    private static final class Start extends Micronaut {

        /** What a person must put right gets one line; anything else is a mistake of ours, and keeps its stack trace. */
        @Override
        protected void handleStartupException(Environment environment, Throwable exception) {
            for (Throwable cause = exception; cause != null; cause = cause.getCause()) {
                if (cause instanceof CannotStartException) {
                    System.err.println("Laurel cannot start: " + cause.getMessage());
                    System.exit(1);
                }
            }
            super.handleStartupException(environment, exception);
        }
    }
}
