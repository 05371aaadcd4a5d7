package laurel.api.client;

import java.io.File;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;
import laurel.Installed;

/** A browser for {@link NodeScript}s, where it is {@link Installed}. */
final class Chromium {
    private Chromium() {}

    /**
     * Returns the path of its program, preferably the one without windows, which needs half of the processor time. Skips
     * the test if there is none.
     */
    static String path() {
        String path = System.getenv().getOrDefault("PATH", "");
        Optional<String> found = Stream.of("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
                .flatMap(name ->
                        Arrays.stream(path.split(File.pathSeparator, -1)).map(folder -> new File(folder, name)))
                .filter(File::canExecute)
                .map(File::getPath)
                .findFirst();
        Installed.require(found.isPresent(), "chromium");
        return found.orElseThrow();
    }
}
