package laurel;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** HTTP statuses of the three health pages. */
public record HealthPages(int all, int readiness, int liveness) {
    public static final HealthPages WELL = new HealthPages(200, 200, 200);
    /** Alive, but not ready. */
    public static final HealthPages NOT_READY = new HealthPages(503, 503, 200);

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /**
     * Requests the pages.
     *
     * @param service any address of the service
     */
    public static HealthPages of(URI service) throws IOException, InterruptedException {
        return new HealthPages(
                status(service, "/health"), status(service, "/health/readiness"), status(service, "/health/liveness"));
    }

    /** Waits until the pages have these statuses. */
    public void await(URI service) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        HealthPages last = of(service);
        while (!last.equals(this)) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError(last + " and not " + this + " within " + PATIENCE);
            }
            LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
            last = of(service);
        }
    }

    private static int status(URI service, String page) throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            var request = HttpRequest.newBuilder(service.resolve(page)).build();
            return client.send(request, BodyHandlers.discarding()).statusCode();
        }
    }
}
