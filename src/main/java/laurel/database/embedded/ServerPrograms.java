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
 * @param bin directory of the programs
 */
record ServerPrograms(Path bin) {

    /** A program failed. The message is its output. */
    static final class Failure extends Exception {
        private static final long serialVersionUID = 1L;

        Failure(String output) {
            super(output);
        }
    }

    /** Runs a program and waits until it ends. */
    void run(String program, List<String> arguments) throws IOException, Failure {
        List<String> command = new ArrayList<>();
        if (LinuxUtils.isUnshareAvailable()) {
            // PostgreSQL does not run as root. In a new user namespace it has another user, and still owns its files.
            command.addAll(List.of("unshare", "-U"));
        }
        command.add(bin.resolve(program).toString());
        command.addAll(arguments);
        var builder = new ProcessBuilder(command).redirectErrorStream(true);
        // StartFailure parses the messages, which must be in English.
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
