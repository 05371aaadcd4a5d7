package laurel;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * The exit code and output of a command that runs in this process.
 *
 * @param errors the lines that begin with {@code laurel}
 */
public record CommandRun(int code, List<String> lines, String errors) {
    public static CommandRun of(Map<String, Object> settings, String command, String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int code = Laurel.run(
                command,
                Arrays.asList(arguments),
                settings,
                new PrintStream(out, true, UTF_8),
                new PrintStream(err, true, UTF_8));
        return of(code, out.toString(UTF_8), err.toString(UTF_8));
    }

    public static CommandRun of(int code, String output, String errors) {
        List<String> own =
                errors.lines().filter(line -> line.startsWith("Laurel")).toList();
        return new CommandRun(code, output.lines().toList(), String.join("\n", own));
    }
}
