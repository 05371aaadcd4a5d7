package laurel.app;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * A request of one app for objects of another: a line with cells separated by |. The cells are the field of Query or Mutation,
 * the selection, and a path in the response.
 */
record AppIsolationCase(List<String> cells) {
    private static final String ERRORS = "{ errors { code } ";

    /** Returns the lines of a file in {@code src/test/resources/isolation}. */
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

    /** Field names and indexes. */
    Object[] path() {
        return path(cells.get(2));
    }

    static Object[] path(String steps) {
        return Stream.of(steps.split(" "))
                .map(step -> step.matches("\\d+") ? (Object) Integer.valueOf(step) : step)
                .toArray();
    }
}
