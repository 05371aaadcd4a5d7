package laurel.api;

import io.micronaut.http.HttpRequest;

/** Says which app (tenant) a request acts in. */
@FunctionalInterface
public interface CallerApp {
    /** The app's id. */
    int of(HttpRequest<?> request);
}
