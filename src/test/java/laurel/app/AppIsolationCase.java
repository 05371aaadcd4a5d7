package laurel.app;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * What one app tries of another's: a line of cells with | between them. First the field of Query or Mutation, then the
 * selection, then a path into the answer.
 */
record AppIsolationCase(List<String> cells) {
    private static final String ERRORS = "{ errors { code } ";

    /** The lines of a file of {@code src/test/resources/isolation}. */
    static Stream<AppIsolationCase> of(String file) {
        Path path = Path.of("src/test/resources/isolation", file + ".txt");
        try (Stream<String> lines = Files.lines(path)) {
            return lines.toList().stream()
                    .map(line -> new AppIsolationCase(
                            Stream.of(line.split("\\|")).map(String::strip).toList()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String field() {
        return cells.getFirst();
    }

    String document(String kind) {
        return kind + " { "
                + cells.get(1)
                        .replace("ERRORS", ERRORS)
                        .replace(
                                "SHARED",
                                "leaderboard(key: \"shared\") { window(select: {relative:"
                                        + " {definitionKey: \"daily\"}}) { ranking")
                + " }";
    }

    /** Names and numbers. */
    Object[] path() {
        return path(cells.get(2));
    }

    static Object[] path(String steps) {
        return Stream.of(steps.split(" "))
                .map(step -> step.matches("\\d+") ? (Object) Integer.valueOf(step) : step)
                .toArray();
    }
}
