package laurel.webhook.delivery;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.micronaut.context.annotation.Value;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;
import laurel.webhook.WebhookDelivery;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.ManagedHttpClientConnectionFactory;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.io.HttpClientConnectionManager;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.io.entity.StringEntity;
import org.apache.hc.core5.io.Closer;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * Posts messages. Follows no redirect, keeps no cookie, and reads no more of an answer than lets the connection be used
 * again.
 */
@Singleton
class WebhookSender {
    /** What is read of an answer's body; where there is more, the connection is closed. */
    private static final int MOST_READ = 16 * 1024;

    /** What is read of an answer's status and headers; who sends longer lines, or more, has not answered. */
    private static final Http1Config HEAD = Http1Config.custom()
            .setMaxLineLength(8 * 1024)
            .setMaxHeaderCount(100)
            .build();

    private static final String LATE = "There was no answer in time.";

    private final CloseableHttpClient http;
    private final CheckedResolver resolver;
    private final Duration timeout;
    private final ScheduledExecutorService deadlines = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("webhook-deadlines").factory());

    /**
     * @param timeout of a whole attempt
     * @param lanes   most attempts at once
     */
    WebhookSender(
            CheckedResolver resolver,
            @Value("${laurel.webhooks.timeout:10s}") Duration timeout,
            @Value("${laurel.webhooks.concurrency:64}") int lanes) {
        this.resolver = resolver;
        this.timeout = timeout;
        Timeout each = Timeout.of(timeout);
        this.http = HttpClients.custom()
                .setConnectionManager(connections(resolver, each, lanes))
                .setDefaultRequestConfig(RequestConfig.custom()
                        .setConnectionRequestTimeout(each)
                        .setResponseTimeout(each)
                        .build())
                .disableRedirectHandling()
                .disableAutomaticRetries()
                .disableCookieManagement()
                .disableAuthCaching()
                .disableContentCompression()
                .setUserAgent("Laurel")
                .build();
    }

    private static HttpClientConnectionManager connections(CheckedResolver resolver, Timeout each, int lanes) {
        return PoolingHttpClientConnectionManagerBuilder.create()
                .setConnectionFactory(ManagedHttpClientConnectionFactory.builder()
                        .http1Config(HEAD)
                        .build())
                .setDnsResolver(resolver)
                .setMaxConnTotal(2 * lanes)
                .setMaxConnPerRoute(lanes)
                .setDefaultConnectionConfig(ConnectionConfig.custom()
                        .setConnectTimeout(each)
                        .setSocketTimeout(each)
                        .setTimeToLive(Timeout.ofMinutes(1))
                        .build())
                .build();
    }

    @PreDestroy
    void stop() throws IOException {
        deadlines.shutdownNow();
        http.close();
    }

    /** Sends a message once, signed by these secrets at this moment. */
    Outcome post(String url, List<String> secrets, WebhookDelivery delivery, Instant now) {
        URI address = URI.create(url);
        if (!resolver.mayCarry(address)) {
            return Outcome.failed("Messages go by https alone, unless the operator allows the host.");
        }
        HttpPost request = request(address, secrets, delivery, now);
        // The client's own timeouts are of each read: who answers byte by byte would never meet them.
        ScheduledFuture<?> deadline = deadlines.schedule(request::cancel, timeout.toMillis(), TimeUnit.MILLISECONDS);
        try {
            return outcome(http.executeOpen(null, request, null), request);
        } catch (IOException | RuntimeException e) {
            // The client throws what is no IOException too where it is cancelled before it is connected.
            return Outcome.failed(why(e, request.isCancelled()));
        } finally {
            deadline.cancel(false);
        }
    }

    private static HttpPost request(URI url, List<String> secrets, WebhookDelivery delivery, Instant now) {
        long seconds = now.getEpochSecond();
        String id = delivery.messageId();
        var request = new HttpPost(url);
        request.setHeader("webhook-id", id);
        request.setHeader("webhook-timestamp", seconds);
        request.setHeader("webhook-signature", Signature.of(secrets, id, seconds, delivery.body()));
        request.setEntity(new StringEntity(delivery.body(), ContentType.APPLICATION_JSON.withCharset(UTF_8)));
        return request;
    }

    private static Outcome outcome(ClassicHttpResponse response, HttpPost request) {
        Header asked = response.getFirstHeader("Retry-After");
        var outcome = Outcome.answered(response.getCode(), asked == null ? null : seconds(asked.getValue()));
        if (!drained(response)) {
            // Else closing would read on for as long as there is something.
            request.cancel();
        }
        Closer.closeQuietly(response);
        return outcome;
    }

    /** Whether the answer has been read to its end, so that the connection can be used again. */
    private static boolean drained(ClassicHttpResponse response) {
        try {
            HttpEntity body = response.getEntity();
            return body == null || body.getContent().readNBytes(MOST_READ).length < MOST_READ;
        } catch (IOException e) {
            // It has said what became of the message; what it says beside that may be broken off.
            return false;
        }
    }

    /** A time in seconds; a date, which says the same by another clock, is not looked at. */
    private static @Nullable Duration seconds(String text) {
        return text.matches("\\d{1,9}") ? Duration.ofSeconds(Long.parseLong(text)) : null;
    }

    /** For those who own the webhook: nothing of what is in this service's own network. */
    private static String why(Exception failure, boolean late) {
        if (late) {
            return LATE;
        }
        return switch (failure) {
            // The same for names that are not known: which names this service's own network has is not for others to
            // find out.
            case UnknownHostException e -> "The host has no address that messages may be sent to.";
            case SSLException e -> "The connection could not be encrypted, or the certificate is not to be trusted.";
            // The client's own timeouts, which may come a moment before the deadline.
            case InterruptedIOException e -> LATE;
            default -> "There was no answer.";
        };
    }

    /**
     * What an attempt came to.
     *
     * @param status     the HTTP status; null where there was no answer
     * @param failure    why it failed, a sentence; null where it did not
     * @param retryAfter how long the receiver asks to wait; null where it does not
     */
    record Outcome(
            @Nullable Integer status,
            @Nullable String failure,
            @Nullable Duration retryAfter) {
        private static final int GONE = 410;

        static Outcome failed(String why) {
            return new Outcome(null, why, null);
        }

        static Outcome answered(int status, @Nullable Duration retryAfter) {
            return new Outcome(
                    status,
                    status >= 200 && status < 300 ? null : "The address answered with status " + status + ".",
                    retryAfter);
        }

        boolean delivered() {
            return failure == null;
        }

        /** Whether the receiver wants no more messages. */
        boolean gone() {
            return status != null && status == GONE;
        }
    }
}
