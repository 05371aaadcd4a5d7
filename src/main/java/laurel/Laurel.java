package laurel;

import io.micronaut.context.env.Environment;
import io.micronaut.runtime.Micronaut;
import java.net.BindException;
import org.jspecify.annotations.Nullable;

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
                    end(cause.getMessage());
                }
                if (cause instanceof BindException) {
                    end(exception.getMessage() + ", is the port taken? Another one is chosen by MICRONAUT_SERVER_PORT");
                }
            }
            super.handleStartupException(environment, exception);
        }

        private static void end(@Nullable String line) {
            System.err.println("Laurel cannot start: " + line);
            System.exit(1);
        }
    }
}
