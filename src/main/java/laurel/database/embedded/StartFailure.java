package laurel.database.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Finds among all that PostgreSQL's programs say the line that tells a person what is wrong. */
final class StartFailure {
    private StartFailure() {}

    static String reason(Path log, ServerPrograms.Failure failure) throws IOException {
        String output = String.valueOf(failure.getMessage());
        if (output.contains("cannot be run as root")) {
            return "it refuses to run as root, and this machine gives it no user namespace; start Laurel as another"
                    + " user, or name an external database by LAUREL_DATABASE_URL";
        }
        if (Files.exists(log)) {
            String logged = Files.readString(log);
            Optional<String> complaint = last(logged, "FATAL: ");
            if (complaint.isPresent()) {
                String detail =
                        last(logged, "DETAIL: ").map(text -> ", " + text).orElse("");
                return "%s%s (more in %s)".formatted(complaint.get(), detail, log);
            }
        }
        return last(output, "error: ").or(() -> last(output, "")).orElse("it does not say why");
    }

    /** What follows the mark in the last line that has it. */
    private static Optional<String> last(String text, String mark) {
        return text.lines()
                .filter(line -> line.contains(mark) && !line.isBlank())
                .reduce((first, second) -> second)
                .map(line -> line.substring(line.indexOf(mark) + mark.length()).strip());
    }
}
