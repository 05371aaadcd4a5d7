package laurel.database.embedded;

import io.zonky.test.db.postgres.util.LinuxUtils;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * PostgreSQL's {@code initdb}, {@code pg_ctl} and {@code postgres}.
 *
 * @param bin the directory that they lie in
 */
record ServerPrograms(Path bin) {

    /** A program ended in failure; the message is what it said. */
    static final class Failure extends Exception {
        private static final long serialVersionUID = 1L;

        Failure(String output) {
            super(output);
        }
    }

    /** Runs a program to its end, which it is trusted to come to. */
    void run(String program, List<String> arguments) throws IOException, Failure {
        List<String> command = new ArrayList<>();
        if (LinuxUtils.isUnshareAvailable()) {
            // PostgreSQL refuses to run as root. In a user namespace of its own it is nobody, whose files are ours.
            command.addAll(List.of("unshare", "-U"));
        }
        command.add(bin.resolve(program).toString());
        command.addAll(arguments);
        var builder = new ProcessBuilder(command).redirectErrorStream(true);
        // Its messages are read by us, in English.
        builder.environment().put("LC_ALL", "C");
        builder.environment().keySet().removeIf(name -> name.startsWith("PG"));
        Process process = builder.start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (exitCode(process) != 0) {
            throw new Failure(output);
        }
    }

    private static int exitCode(Process process) throws IOException {
        try {
            return process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while waiting for " + process.pid());
        }
    }
}
