package laurel;

import io.micronaut.context.ApplicationContext;
import io.micronaut.context.env.Environment;
import io.micronaut.inject.qualifiers.Qualifiers;
import io.micronaut.runtime.Micronaut;
import java.io.PrintStream;
import java.net.BindException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import laurel.Command.CannotRunException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts the service, or runs a {@link Command} and exits. */
public final class Laurel {
    private static final Logger LOG = LoggerFactory.getLogger(Laurel.class);

    private Laurel() {}

    public static void main(String[] args) {
        Carriers.provide();
        switch (CommandLine.of(args)) {
            case CommandLine.Print print -> print(print);
            case CommandLine.Run command -> {
                // Standard output is for scripts, so the log goes to standard error.
                PrintStream out = System.out;
                System.setOut(System.err);
                System.exit(run(command.command(), command.arguments(), Map.of(), out, System.err));
            }
            case CommandLine.Serve serve -> serve(serve.settings());
        }
    }

    private static void serve(List<String> settings) {
        Runtime.Version java = Runtime.version();
        if (losesVirtualThreads(java)) {
            LOG.warn(
                    "Requests and jobs may stop forever on Java {}; use 25.0.4 or newer, 26.0.2 or newer, or 21", java);
        }
        new Start()
                .args(settings.toArray(String[]::new))
                .mainClass(Laurel.class)
                .banner(false)
                .start();
    }

    /** Whether a virtual thread may wait forever: JDK-8369227 and JDK-8373120, both since Java 25. */
    static boolean losesVirtualThreads(Runtime.Version java) {
        return (java.feature() == 25 && java.update() < 4) || (java.feature() == 26 && java.update() < 2);
    }

    private static void print(CommandLine.Print print) {
        if (print.code() == Command.SUCCEEDED) {
            System.out.println(print.text());
            System.exit(Command.SUCCEEDED);
        }
        System.exit(failed(System.err, print.text()));
    }

    /**
     * Runs a {@link Command} and returns its exit code.
     *
     * @param settings in addition to those of the environment
     */
    static int run(
            String command, List<String> arguments, Map<String, Object> settings, PrintStream out, PrintStream err) {
        if (!Command.NAMES.contains(command)) {
            return failed(err, "unknown command " + command + "; commands are " + String.join(", ", Command.NAMES));
        }
        Map<String, Object> properties = new HashMap<>(settings);
        properties.put(Serving.COMMAND, command);
        try (ApplicationContext context = ApplicationContext.builder()
                .mainClass(Laurel.class)
                .banner(false)
                .properties(properties)
                .start()) {
            boolean succeeded =
                    context.getBean(Command.class, Qualifiers.byName(command)).run(arguments, out);
            out.flush();
            return succeeded ? Command.SUCCEEDED : Command.PROBLEM_FOUND;
        } catch (CannotRunException e) {
            return failed(err, e.getMessage());
        } catch (RuntimeException e) {
            CannotStartException known = known(e);
            if (known != null) {
                return failed(err, known.getMessage());
            }
            e.printStackTrace(err);
            return failed(err, e.toString());
        }
    }

    private static int failed(PrintStream err, @Nullable String line) {
        String.valueOf(line).lines().forEach(each -> err.println("Laurel cannot run this command: " + each));
        return Command.FAILED;
    }

    /** The cause that a person has to correct. Null if there is none. */
    private static @Nullable CannotStartException known(Throwable exception) {
        for (Throwable cause = exception; cause != null; cause = cause.getCause()) {
            if (cause instanceof CannotStartException known) {
                return known;
            }
        }
        return null;
    }

    private static final class Start extends Micronaut {

        /** Prints one line for what a person has to correct. Anything else is a bug, and keeps its stack trace. */
        @Override
        protected void handleStartupException(Environment environment, Throwable exception) {
            CannotStartException known = known(exception);
            if (known != null) {
                end(known.getMessage());
            }
            for (Throwable cause = exception; cause != null; cause = cause.getCause()) {
                if (cause instanceof BindException) {
                    end(exception.getMessage() + "; the port may be in use: set MICRONAUT_SERVER_PORT to another one");
                }
            }
            super.handleStartupException(environment, exception);
        }

        private static void end(@Nullable String line) {
            String.valueOf(line).lines().forEach(each -> System.err.println("Laurel cannot start: " + each));
            System.exit(1);
        }
    }
}
