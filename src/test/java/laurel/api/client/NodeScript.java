package laurel.api.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import laurel.Installed;

/**
 * Runs a script of {@code src/test/node}, where node and its packages are {@link Installed}.
 */
final class NodeScript {
    private static final Path FOLDER = Path.of("src/test/node");

    private NodeScript() {}

    /** Returns the script's output. Fails if the script fails or takes longer than five minutes. */
    static String run(String script, String... arguments) {
        Installed.require(works("node", "--version"), "node");
        install();
        List<String> command = new ArrayList<>(List.of("node", script));
        command.addAll(List.of(arguments));
        Run run = execute(command);
        if (run.exit != 0) {
            throw new AssertionError(script + " failed:\n" + run.output);
        }
        return run.output;
    }

    private static synchronized void install() {
        if (isInstalled()) {
            return;
        }
        Installed.require(works("npm", "ci", "--no-audit", "--no-fund"), FOLDER + "/package-lock.json");
    }

    /** Whether npm has installed the packages since package-lock.json last changed. */
    private static boolean isInstalled() {
        File wanted = FOLDER.resolve("package-lock.json").toFile();
        File done = FOLDER.resolve("node_modules/.package-lock.json").toFile();
        return done.lastModified() >= wanted.lastModified();
    }

    private static boolean works(String... command) {
        try {
            return execute(List.of(command)).exit == 0;
        } catch (UncheckedIOException e) {
            return false;
        }
    }

    private static Run execute(List<String> command) {
        try {
            Path output = Files.createTempFile("node", ".txt");
            var builder = new ProcessBuilder(command);
            builder.environment().put("NODE_NO_WARNINGS", "1");
            Process process = builder.directory(FOLDER.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            if (!process.waitFor(10, TimeUnit.MINUTES)) {
                process.destroyForcibly();
                throw new AssertionError(command + " takes too long:\n" + Files.readString(output, UTF_8));
            }
            String text = Files.readString(output, UTF_8);
            Files.delete(output);
            return new Run(process.exitValue(), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private record Run(int exit, String output) {}
}
