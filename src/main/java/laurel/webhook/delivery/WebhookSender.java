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
 * Posts messages. Follows no redirects, stores no cookies, and reads responses only as far as needed to reuse the
 * connection.
 */
@Singleton
class WebhookSender {
    /** Bytes of a response body that are read. If the body is longer, the connection is closed. */
    private static final int MAX_BODY_BYTES = 16 * 1024;

    /** Limits of a response's status line and headers. A response that exceeds them is a failure. */
    private static final Http1Config HEAD = Http1Config.custom()
            .setMaxLineLength(8 * 1024)
            .setMaxHeaderCount(100)
            .build();

    private static final String TIMED_OUT = "The receiver did not respond in time.";

    private final CloseableHttpClient http;
    private final CheckedResolver resolver;
    private final Duration timeout;
    private final ScheduledExecutorService deadlines = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("webhook-deadlines").factory());

    /**
     * @param timeout     of a whole attempt
     * @param concurrency maximum number of concurrent attempts
     */
    WebhookSender(
            CheckedResolver resolver,
            @Value("${laurel.webhooks.timeout:10s}") Duration timeout,
            @Value("${laurel.webhooks.concurrency:64}") int concurrency) {
        this.resolver = resolver;
        this.timeout = timeout;
        Timeout each = Timeout.of(timeout);
        this.http = HttpClients.custom()
                .setConnectionManager(connections(resolver, each, concurrency))
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

    private static HttpClientConnectionManager connections(CheckedResolver resolver, Timeout each, int concurrency) {
        return PoolingHttpClientConnectionManagerBuilder.create()
                .setConnectionFactory(ManagedHttpClientConnectionFactory.builder()
                        .http1Config(HEAD)
                        .build())
                .setDnsResolver(resolver)
                .setMaxConnTotal(2 * concurrency)
                .setMaxConnPerRoute(concurrency)
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

    /** Sends a message once, signed with these secrets at this time. */
    AttemptResult send(String url, List<String> secrets, WebhookDelivery delivery, Instant now) {
        URI address = URI.create(url);
        if (!resolver.mayCarry(address)) {
            return AttemptResult.failed("Messages are sent over https only, unless the operator allows the host.");
        }
        HttpPost request = request(address, secrets, delivery, now);
        // The client's timeouts apply to each read, so a receiver that responds byte by byte would never exceed them.
        ScheduledFuture<?> deadline = deadlines.schedule(request::cancel, timeout.toMillis(), TimeUnit.MILLISECONDS);
        try {
            return outcome(http.executeOpen(null, request, null), request);
        } catch (IOException | RuntimeException e) {
            // The client also throws runtime exceptions if it is cancelled before it has connected.
            return AttemptResult.failed(reason(e, request.isCancelled()));
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

    private static AttemptResult outcome(ClassicHttpResponse response, HttpPost request) {
        Header retryAfter = response.getFirstHeader("Retry-After");
        var outcome =
                AttemptResult.responded(response.getCode(), retryAfter == null ? null : seconds(retryAfter.getValue()));
        if (!isReadToEnd(response)) {
            // Otherwise close() would read the rest of the response.
            request.cancel();
        }
        Closer.closeQuietly(response);
        return outcome;
    }

    /** Whether the response was read to its end, so that the connection can be reused. */
    private static boolean isReadToEnd(ClassicHttpResponse response) {
        try {
            HttpEntity body = response.getEntity();
            return body == null || body.getContent().readNBytes(MAX_BODY_BYTES).length < MAX_BODY_BYTES;
        } catch (IOException e) {
            // The status was received; the rest of the response is not needed.
            return false;
        }
    }

    /** Parses a wait in seconds. Dates are ignored, because they depend on the receiver's clock. */
    private static @Nullable Duration seconds(String text) {
        return text.matches("\\d{1,9}") ? Duration.ofSeconds(Long.parseLong(text)) : null;
    }

    /** The reason of a failure for the owner of the webhook. It reveals nothing about the service's own network. */
    private static String reason(Exception failure, boolean timedOut) {
        if (timedOut) {
            return TIMED_OUT;
        }
        return switch (failure) {
            // The same reason for private and unknown names, so that the names of the service's own network stay
            // secret.
            case UnknownHostException e -> "The host has no address to which messages may be sent.";
            case SSLException e -> "The connection could not be encrypted, or the certificate is not trusted.";
            // A timeout of the client, which may occur shortly before the deadline.
            case InterruptedIOException e -> TIMED_OUT;
            default -> "The receiver did not respond.";
        };
    }

    /**
     * The result of an attempt.
     *
     * @param status     the HTTP status; null without a response
     * @param failure    the reason of the failure, a sentence; null if the attempt succeeded
     * @param retryAfter the wait that the receiver requests; null if it requests none
     */
    record AttemptResult(
            @Nullable Integer status,
            @Nullable String failure,
            @Nullable Duration retryAfter) {
        private static final int GONE = 410;

        static AttemptResult failed(String reason) {
            return new AttemptResult(null, reason, null);
        }

        static AttemptResult responded(int status, @Nullable Duration retryAfter) {
            return new AttemptResult(
                    status,
                    status >= 200 && status < 300 ? null : "The receiver responded with status " + status + ".",
                    retryAfter);
        }

        boolean delivered() {
            return failure == null;
        }

        /** Whether the receiver does not want further messages. */
        boolean gone() {
            return status != null && status == GONE;
        }
    }
}
