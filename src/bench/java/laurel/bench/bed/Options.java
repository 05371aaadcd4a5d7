package laurel.bench.bed;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The options of a run: {@code --name value} for each option that differs from its default. */
public final class Options {
    private enum Name {
        SIZES("10000,1000000,10000000", "numbers of entries of the leaderboards, smallest first"),
        ROUNDS("5", "turns of each contestant; figures are their medians"),
        MEASURE("0.7", "seconds of a turn"),
        CLIENTS("1,8,32", "clients that read over GraphQL"),
        WRITERS("32,128", "clients that submit, and connections of the alternatives"),
        CONNECTIONS("1,4", "connections that read in SQL"),
        PARTICIPANTS("100000", "participants that submit in turn"),
        CHECKS("10000", "random ranks to check on each leaderboard, before and after updates"),
        CHECK_TIME("20", "maximum seconds of these checks"),
        UPDATES("2000", "random submissions between these checks"),
        SUBSCRIBERS("10000", "subscribers of rankings, each with a WebSocket"),
        RATES("100,300,1000", "submissions per second while subscribers wait; fewer if the service is slower"),
        SOAK("0", "minutes of the soak, with the first of the rates; 0 for none"),
        ONLY("", "names of the benchmarks to run; empty for all"),
        OUTPUT("target/bench", "directory of the report and, during the run, of the data"),
        JAR("", "the packaged service; empty for the classes of the class path"),
        JVM("-Xmx512m", "arguments of the service's JVM, separated by spaces");

        private final String standard;
        private final String description;

        Name(String standard, String description) {
            this.standard = standard;
            this.description = description;
        }

        String argument() {
            return "--" + name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        static Optional<Name> of(String argument) {
            return Arrays.stream(values())
                    .filter(name -> name.argument().equals(argument))
                    .findFirst();
        }
    }

    private final Map<Name, String> given = new EnumMap<>(Name.class);

    private Options() {}

    /** Throws IllegalArgumentException with a message for a person if an option is unknown or has no value. */
    public static Options parse(String... arguments) {
        Options options = new Options();
        for (int i = 0; i < arguments.length; i += 2) {
            String argument = arguments[i];
            Name name = Name.of(argument)
                    .orElseThrow(() -> new IllegalArgumentException("Unknown option " + argument + "; see --help."));
            if (i + 1 == arguments.length) {
                throw new IllegalArgumentException(argument + " requires a value.");
            }
            options.given.put(name, arguments[i + 1]);
        }
        return options;
    }

    public static String help() {
        StringBuilder text = new StringBuilder("Measures Laurel against its alternatives.\n\n");
        for (Name name : Name.values()) {
            String standard = name.standard.isEmpty() ? "" : " (" + name.standard + ")";
            text.append(String.format(Locale.ROOT, "  %-15s %s%s%n", name.argument(), name.description, standard));
        }
        return text.toString();
    }

    public List<Integer> sizes() {
        return numbers(Name.SIZES);
    }

    public int rounds() {
        return get(Name.ROUNDS, Integer::valueOf);
    }

    public Duration measure() {
        return seconds(Name.MEASURE);
    }

    public List<Integer> clients() {
        return numbers(Name.CLIENTS);
    }

    public List<Integer> writers() {
        return numbers(Name.WRITERS);
    }

    public List<Integer> connections() {
        return numbers(Name.CONNECTIONS);
    }

    public int participants() {
        return get(Name.PARTICIPANTS, Integer::valueOf);
    }

    public long checks() {
        return get(Name.CHECKS, Long::valueOf);
    }

    public Duration checkTime() {
        return seconds(Name.CHECK_TIME);
    }

    public int updates() {
        return get(Name.UPDATES, Integer::valueOf);
    }

    public int subscribers() {
        return get(Name.SUBSCRIBERS, Integer::valueOf);
    }

    public List<Integer> rates() {
        return numbers(Name.RATES);
    }

    public Duration soak() {
        return seconds(Name.SOAK).multipliedBy(60);
    }

    /** Whether this benchmark is selected. */
    public boolean runs(String benchmark) {
        List<String> only = get(Name.ONLY, text -> List.of(text.split(",")));
        return only.equals(List.of("")) || only.contains(benchmark);
    }

    public Path output() {
        return get(Name.OUTPUT, Path::of);
    }

    @Nullable
    Path jar() {
        String jar = get(Name.JAR, Function.identity());
        return jar.isEmpty() ? null : Path.of(jar);
    }

    /** These options with an additional argument for the JVM of the service, which overrides earlier ones. */
    public Options withJvm(String argument) {
        Options more = new Options();
        more.given.putAll(given);
        more.given.put(Name.JVM, String.join(" ", jvm()) + " " + argument);
        return more;
    }

    List<String> jvm() {
        return get(Name.JVM, text -> Arrays.stream(text.split(" "))
                .filter(word -> !word.isEmpty())
                .toList());
    }

    private Duration seconds(Name name) {
        return get(name, text -> Duration.ofNanos((long) (Double.parseDouble(text) * 1e9)));
    }

    private List<Integer> numbers(Name name) {
        return get(
                name,
                text -> Arrays.stream(text.split(",")).map(Integer::valueOf).toList());
    }

    private <T> T get(Name name, Function<String, T> read) {
        String text = given.getOrDefault(name, name.standard);
        try {
            return read.apply(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(name.argument() + ": invalid value " + text + ".", e);
        }
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        given.forEach((name, value) ->
                text.append(name.argument()).append(' ').append(value).append(' '));
        return text.isEmpty() ? "as by default" : text.toString().strip();
    }
}
