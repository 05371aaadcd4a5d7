package laurel.database;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import laurel.ChildJava;
import laurel.SuiteReport.Started;

/** A JVM with the class path of the tests, for tests of exit codes and crashes. */
public final class ChildJvm implements AutoCloseable {
    private static final List<String> CONTAINER =
            List.of("unshare", "--user", "--map-current-user", "--pid", "--fork", "--mount-proc", "--kill-child");

    private final Process process;
    private final Path errors;
    private final BufferedReader output;

    private ChildJvm(Process process, Path errors) {
        this.process = process;
        this.errors = errors;
        output = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /** Starts a JVM with these system properties, and with this environment in addition to the current one. */
    public static ChildJvm start(
            Class<?> main, Map<String, String> properties, Map<String, String> environment, String... arguments)
            throws IOException {
        return start(ChildJava.command(), main, properties, environment, arguments);
    }

    /** Starts a JVM that is process 1, as in a container. */
    public static ChildJvm startAsFirst(Class<?> main, Map<String, String> properties) throws IOException {
        List<String> command = new ArrayList<>(CONTAINER);
        command.addAll(ChildJava.command());
        return start(command, main, properties, Map.of());
    }

    /** Whether the system permits {@link #startAsFirst}. */
    public static boolean canStartAsFirst() throws InterruptedException {
        List<String> command = new ArrayList<>(CONTAINER);
        command.add("true");
        try {
            return new ProcessBuilder(command).start().waitFor() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    private static ChildJvm start(
            List<String> java,
            Class<?> main,
            Map<String, String> properties,
            Map<String, String> environment,
            String... arguments)
            throws IOException {
        List<String> command = new ArrayList<>(java);
        properties.forEach((name, value) -> command.add("-D" + name + "=" + value));
        command.add(main.getName());
        command.addAll(List.of(arguments));
        Started.PROCESS.count();
        Path errors = Files.createTempFile("child", ".err");
        var builder = new ProcessBuilder(command).redirectError(errors.toFile());
        builder.environment().putAll(environment);
        return new ChildJvm(builder.start(), errors);
    }

    public long pid() {
        return process.pid();
    }

    /** Returns the next line of the output that contains this text. */
    public String lineContaining(String part) throws IOException {
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            if (line.contains(part)) {
                return line;
            }
        }
        throw new AssertionError("the child ended: " + errors());
    }

    /** Returns the rest of the output, after the process has ended. */
    public String output() {
        return String.join("\n", output.lines().toList());
    }

    public String errors() throws IOException {
        return Files.readString(errors);
    }

    public int exitCode() throws InterruptedException {
        awaitEnd();
        return process.exitValue();
    }

    void awaitEnd() throws InterruptedException {
        if (!process.waitFor(180, TimeUnit.SECONDS)) {
            throw new AssertionError("the child does not end");
        }
    }

    /** Sends SIGKILL. */
    public void kill() {
        process.destroyForcibly().onExit().join();
    }

    /** Sends SIGTERM. The output can still be read. */
    void terminate() {
        process.toHandle().destroy();
    }

    @Override
    public void close() throws IOException {
        kill();
        Files.delete(errors);
    }
}
