package laurel.api.client;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringWriter;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.tools.ToolProvider;
import laurel.LaurelServer;
import laurel.ProjectFiles;
import laurel.database.TestDatabase;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The Java program of src/docs/clients, compiled as it is: it applies the vectors, and follows a leaderboard. */
final class JavaClientExampleTest {
    private static final Path PROGRAM = Path.of("src/docs/clients/FollowTop.java");
    private static final String CREATE = """
            mutation { createLeaderboard(input: {key: "laps", updateMode: REPLACE}) { errors { message } } }""";

    @TempDir
    static Path classes;

    private static Class<?> program;

    @BeforeAll
    static void compile() throws Exception {
        var output = new StringWriter();
        var compiler = ToolProvider.getSystemJavaCompiler();
        List<String> options = List.of("--release", "21", "-Xlint:all", "-Werror", "-d", classes.toString());
        try (var files = compiler.getStandardFileManager(null, null, null)) {
            var task = compiler.getTask(output, files, null, options, null, files.getJavaFileObjects(PROGRAM));
            assertThat(task.call()).as(output.toString()).isTrue();
        }
        URL[] path = {classes.toUri().toURL()};
        program = new URLClassLoader(path, ClassLoader.getPlatformClassLoader()).loadClass("FollowTop");
    }

    /** The program follows a top list. Its function also applies the events of neighbours. */
    static List<Path> vectors() {
        return ProjectFiles.below("src/main/web/client/vectors", "json").stream()
                .filter(file -> !file.getFileName().toString().startsWith("ranks-"))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("vectors")
    void appliesVectors(Path file) throws Exception {
        Method apply = Arrays.stream(program.getMethods())
                .filter(method -> method.getName().equals("apply"))
                .findFirst()
                .orElseThrow();
        Map<?, ?> vector = (Map<?, ?>) readJson(Files.readString(file));
        Object list = null;
        for (Object each : (List<?>) requireNonNull(vector.get("steps"))) {
            Map<?, ?> step = (Map<?, ?>) each;
            Map<?, ?> expected = (Map<?, ?>) requireNonNull(step.get("expect"));
            list = apply.invoke(null, list, step.get("event"));
            if (expected.containsKey("resubscribe")) {
                assertThat(list).isNull();
            } else {
                assertThat(rows((List<?>) component(requireNonNull(list), "rows")))
                        .isEqualTo(((List<?>) requireNonNull(expected.get("rows")))
                                .stream().map(row -> text((Map<?, ?>) row)).toList());
            }
        }
    }

    @Test
    void followsLeaderboardAcrossRestarts() throws Exception {
        BlockingQueue<List<String>> shown = new LinkedBlockingQueue<>();
        Map<String, Object> settings = Map.of("laurel.live.tick", "10ms");
        TestDatabase database = TestDatabase.fresh();
        LaurelServer laurel = LaurelServer.on(database, Clock.systemUTC(), settings);
        URI address = laurel.address();
        Map<String, Object> restarted = Map.of("laurel.live.tick", "10ms", "micronaut.server.port", address.getPort());
        var random = new Random(1);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            laurel.client().ask(CREATE);
            Constructor<?> constructor = program.getConstructor(URI.class, String.class, String.class, Consumer.class);
            Consumer<List<?>> listener = rows -> shown.add(rows(rows));
            Object follower = constructor.newInstance(
                    URI.create(address.toString().replaceFirst("http", "ws")), "laps", LaurelServer.KEY, listener);
            var running = threads.submit(() -> program.getMethod("run").invoke(follower));
            for (int round = 0; round < 30; round++) {
                if (round == 10 || round == 20) {
                    laurel.close();
                    laurel = LaurelServer.on(database, Clock.systemUTC(), restarted);
                }
                laurel.client().ask(submissions(random));
                waitFor(shown, top(laurel));
            }
            laurel.client()
                    .ask("mutation { deleteLeaderboard(input: {leaderboardKey: \"laps\"}) { errors { message } } }");
            assertThat(running.get(30, TimeUnit.SECONDS)).isEqualTo(1000);
        } finally {
            laurel.close();
            database.close();
        }
    }

    private static String submissions(Random random) {
        return IntStream.range(0, 3)
                .mapToObj(i -> "{leaderboardKey: \"laps\", participant: {externalId: \"p%d\"}, score: %d, subscore: %d}"
                        .formatted(random.nextInt(14), random.nextInt(6), random.nextInt(2)))
                .collect(Collectors.joining(
                        ", ", "mutation { submitScores(input: {items: [", "]}) { acceptedCount } }"));
    }

    private static List<String> top(LaurelServer laurel) {
        return laurel
                .client()
                .ask("{ leaderboard(key: \"laps\") { ranking { standings(first: 10) { nodes {"
                        + " id rank position score subscore } } } } }")
                .list("data", "leaderboard", "ranking", "standings", "nodes")
                .stream()
                .map(row -> text((Map<?, ?>) requireNonNull(row.json())))
                .toList();
    }

    private static void waitFor(BlockingQueue<List<String>> shown, List<String> wanted) throws InterruptedException {
        List<String> last = List.of();
        while (!last.equals(wanted)) {
            List<String> next = shown.poll(30, TimeUnit.SECONDS);
            assertThat(next).as("the program shows %s and not %s", last, wanted).isNotNull();
            last = next;
        }
    }

    private static Object readJson(String text) throws ReflectiveOperationException {
        Class<?> json = program.getClassLoader().loadClass("FollowTop$Json");
        return requireNonNull(json.getMethod("read", String.class).invoke(null, text));
    }

    private static List<String> rows(List<?> rows) {
        return rows.stream()
                .map(row -> text(Map.of(
                        "id", component(row, "id"),
                        "rank", component(row, "rank"),
                        "position", component(row, "position"),
                        "score", component(row, "score"),
                        "subscore", component(row, "subscore"))))
                .toList();
    }

    private static String text(Map<?, ?> row) {
        return "%s %s %s %s/%s"
                .formatted(row.get("id"), row.get("rank"), row.get("position"), row.get("score"), row.get("subscore"));
    }

    private static Object component(Object value, String name) {
        for (RecordComponent component : value.getClass().getRecordComponents()) {
            if (component.getName().equals(name)) {
                try {
                    return component.getAccessor().invoke(value);
                } catch (ReflectiveOperationException e) {
                    throw new LinkageError(name, e);
                }
            }
        }
        throw new AssertionError(value + " has no " + name);
    }
}
