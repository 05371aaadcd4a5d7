package laurel;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The parsed arguments of the program. */
sealed interface CommandLine {
    /** Start the service with these settings. */
    record Serve(List<String> settings) implements CommandLine {}

    /** Run a {@link Command}, which may not exist. */
    record Run(String command, List<String> arguments) implements CommandLine {}

    /** Print a text and exit. */
    record Print(String text, int code) implements CommandLine {}

    String HELP = "--help";
    String VERSION = "--version";
    String HINT = "; --help lists the options";

    static CommandLine of(String... args) {
        List<String> all = Arrays.asList(args);
        if (all.contains(HELP) || all.contains("-h")) {
            return new Print(help(), Command.SUCCEEDED);
        }
        if (all.contains(VERSION)) {
            return new Print("Laurel " + version(), Command.SUCCEEDED);
        }
        if (!all.isEmpty() && !all.getFirst().startsWith("-")) {
            return new Run(all.getFirst(), all.subList(1, all.size()));
        }
        return all.stream()
                .filter(argument -> !isSetting(argument))
                .findFirst()
                .<CommandLine>map(argument -> new Print("unknown option " + name(argument) + HINT, Command.FAILED))
                .orElseGet(() -> new Serve(all));
    }

    /** As {@code --laurel.limits.batch-size=100}. */
    private static boolean isSetting(String argument) {
        return argument.matches("(?s)--(laurel|micronaut)\\.[^=]+=.*");
    }

    /** The argument without its value, which may be a secret. */
    private static String name(String argument) {
        return argument.split("=", 2)[0];
    }

    private static String help() {
        return """
                Laurel is a self-hosted leaderboard service: GraphQL over PostgreSQL.

                  laurel [--name=value ...]                     starts the service
                  laurel %s [--app key] [--leaderboard key] [--repair]
                                                                compares rank indexes with entries
                  laurel --version
                  laurel --help

                Set a setting with an environment variable, such as LAUREL_DATABASE_URL, or with an option,
                such as --laurel.database.url=jdbc:postgresql://host/database. src/docs/settings.md lists them.
                Exit codes: 0 success; 1 the start failed, or a ranking is wrong;
                2 the arguments are invalid, or the check failed.""".formatted(Command.CHECK_RANKINGS);
    }

    private static String version() {
        @Nullable String version = CommandLine.class.getPackage().getImplementationVersion();
        return version == null ? "(not packaged)" : version;
    }
}
