package laurel.window;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Finds the windows that selectors select, with at most one statement for each way of selecting. */
@Singleton
public class WindowFinder {
    private final Windows windows;

    WindowFinder(Windows windows) {
        this.windows = windows;
    }

    /** A selected window; null if no such window was opened. */
    public record SelectedWindow(
            WindowSelection selection, @Nullable Window window) {}

    /**
     * Returns the window of each selection, in the same order.
     *
     * @param now by the service's clock
     */
    public List<SelectedWindow> find(int app, List<WindowSelection> selections, Instant now) {
        Map<Long, Window> byIds = windows.byIds(app, present(selections, WindowSelection::id));
        Map<WindowName, Window> byNames = windows.byNames(present(selections, WindowSelection::named));
        Function<WindowSelection, Optional<WindowKey>> key =
                selection -> selection.key(selection.board().time(now));
        Map<WindowKey, Window> byKeys = windows.byKeys(present(selections, key));
        return selections.stream()
                .map(selection -> new SelectedWindow(
                        selection,
                        selection
                                .id()
                                .map(byIds::get)
                                .or(() -> selection.named().map(byNames::get))
                                .or(() -> key.apply(selection).map(byKeys::get))
                                .orElse(null)))
                .toList();
    }

    private static <T> Set<T> present(List<WindowSelection> selections, Function<WindowSelection, Optional<T>> part) {
        return selections.stream()
                .flatMap(selection -> part.apply(selection).stream())
                .collect(Collectors.toSet());
    }
}
