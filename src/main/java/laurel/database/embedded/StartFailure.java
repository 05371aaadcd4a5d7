package laurel.database.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Finds the line in the output of PostgreSQL's programs that explains why the server did not start. */
final class StartFailure {
    private StartFailure() {}

    static String reason(Path log, ServerPrograms.Failure failure) throws IOException {
        String output = String.valueOf(failure.getMessage());
        if (output.contains("cannot be run as root")) {
            return "it refuses to run as root, and this machine gives it no user namespace; start Laurel as another"
                    + " user, or set LAUREL_DATABASE_URL to use an external database";
        }
        if (Files.exists(log)) {
            String logged = Files.readString(log);
            Optional<String> message = last(logged, "FATAL: ");
            if (message.isPresent()) {
                String detail =
                        last(logged, "DETAIL: ").map(text -> ", " + text).orElse("");
                return "%s%s (more in %s)".formatted(message.get(), detail, log);
            }
        }
        return last(output, "error: ").or(() -> last(output, "")).orElse("no reason was given");
    }

    /** Returns the text after the mark in the last line that contains it. */
    private static Optional<String> last(String text, String mark) {
        return text.lines()
                .filter(line -> line.contains(mark) && !line.isBlank())
                .reduce((first, second) -> second)
                .map(line -> line.substring(line.indexOf(mark) + mark.length()).strip());
    }
}
