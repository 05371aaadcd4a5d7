package laurel.api.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import laurel.LaurelServer;
import laurel.Tries;
import laurel.request.StrictJson;
import org.jspecify.annotations.Nullable;

/** The JSON object that a {@link NodeScript} prints about what it saw: each promise that it checks is a boolean. */
record BrowserReport(String text, Map<?, ?> values) {
    /**
     * Runs a script against a service.
     *
     * @param more arguments besides the browser, the address, a folder for screenshots and the key of an administrator
     */
    static BrowserReport of(String script, LaurelServer laurel, String... more) {
        List<String> arguments = new ArrayList<>(List.of(
                Chromium.path(), laurel.address().resolve("/").toString().replaceFirst("/$", ""), folder(script)));
        arguments.add(LaurelServer.KEY);
        arguments.addAll(List.of(more));
        return read(NodeScript.run(script, arguments.toArray(String[]::new)));
    }

    /** The folder of a script's screenshots. They take long: there are none in short runs. */
    private static String folder(String script) {
        if (!Tries.LONG) {
            return "";
        }
        try {
            Path folder = Path.of("target", "screenshots", script.replace(".mjs", ""));
            return Files.createDirectories(folder).toAbsolutePath().toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reads the last line that is a JSON object. */
    static BrowserReport read(String printed) {
        String json = printed.lines()
                .filter(line -> line.startsWith("{"))
                .reduce((first, second) -> second)
                .orElseThrow(() -> new AssertionError("no report in:\n" + printed));
        return new BrowserReport(json, (Map<?, ?>) StrictJson.read(json.getBytes(UTF_8), "The report"));
    }

    /** Paths of promises that do not hold: false, or a list of failures that is not empty. */
    List<String> broken() {
        return broken("", values).toList();
    }

    private static Stream<String> broken(String path, @Nullable Object value) {
        if (value instanceof Map<?, ?> object) {
            return object.entrySet().stream().flatMap(entry -> broken(path + "." + entry.getKey(), entry.getValue()));
        }
        if (value instanceof List<?> list) {
            return path.endsWith(".failures") && !list.isEmpty()
                    ? Stream.of(path + ": " + list)
                    : IntStream.range(0, list.size()).boxed().flatMap(i -> broken(path + "[" + i + "]", list.get(i)));
        }
        return Boolean.FALSE.equals(value) ? Stream.of(path + " is false") : Stream.empty();
    }

    /** Number of promises that the script has checked. */
    long promises() {
        return promises(values);
    }

    private static long promises(@Nullable Object value) {
        if (value instanceof Map<?, ?> object) {
            return object.values().stream().mapToLong(BrowserReport::promises).sum();
        }
        return value instanceof List<?> list
                ? list.stream().mapToLong(BrowserReport::promises).sum()
                : value instanceof Boolean ? 1 : 0;
    }

    /** Asserts that the script has checked promises, and that all of them hold. */
    void assertKept() {
        assertThat(promises()).as(text).isPositive();
        assertThat(broken()).as(text).isEmpty();
    }
}
