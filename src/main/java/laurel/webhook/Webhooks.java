package laurel.webhook;

import io.micronaut.context.annotation.Value;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import laurel.database.sql.Sql;
import laurel.event.EventType;
import laurel.request.ErrorCode;
import laurel.request.ListRequest;
import laurel.request.RefusedException;
import laurel.webhook.Webhook.WebhookState;
import laurel.webhook.WebhookDelivery.DeliveryFilter;
import org.jspecify.annotations.Nullable;

/** Creates, updates, deletes and finds webhooks and their deliveries. */
@Singleton
public class Webhooks {
    /** Pending pings of an enabled webhook; any other has at most one. */
    private static final int MAX_PINGS = 100;

    private final Sql sql;
    private final WebhookRepository repository;
    private final DeliveryRepository deliveries;
    private final WebhookPositionRepository positions;
    private final AllowedHosts allowed;
    private final int max;

    /** @param max webhooks of one app */
    Webhooks(
            Sql sql,
            WebhookRepository repository,
            DeliveryRepository deliveries,
            WebhookPositionRepository positions,
            AllowedHosts allowed,
            @Value("${laurel.limits.webhooks:20}") int max) {
        this.sql = sql;
        this.repository = repository;
        this.deliveries = deliveries;
        this.positions = positions;
        this.allowed = allowed;
        this.max = max;
    }

    /**
     * Changes to a webhook.
     *
     * @param url    null: unchanged
     * @param filter from the present filter to the new one
     * @param state  null: unchanged
     */
    public record WebhookPatch(
            @Nullable String url,
            UnaryOperator<WebhookFilter> filter,
            @Nullable WebhookState state) {}

    /** Creates a webhook. Refuses, in this order: INVALID_URL, LIST_TOO_LONG, NUMBER_OUT_OF_RANGE, LIMIT_REACHED. */
    public Webhook create(int app, String url, UnaryOperator<WebhookFilter> filter, Instant now) {
        WebhookUrl.checked(url, allowed);
        WebhookFilter created = filter.apply(WebhookFilter.DEFAULT).checked();
        return sql.inTransaction(() -> {
            repository.lock(app);
            if (repository.count(app) >= max) {
                throw RefusedException.limit(
                        ErrorCode.LIMIT_REACHED, max, "The app has " + max + " webhooks, which is the maximum.");
            }
            Webhook webhook = repository.insert(
                    app, url, created, SigningSecrets.generate().secret(), now);
            positions.follow(webhook);
            return webhook;
        });
    }

    /**
     * Updates a webhook. Refuses, in this order: WEBHOOK_NOT_FOUND, VERSION_CONFLICT, INVALID_URL, LIST_TOO_LONG,
     * NUMBER_OUT_OF_RANGE.
     *
     * @param expectedVersion null: any
     */
    public Webhook update(int app, long id, @Nullable Integer expectedVersion, WebhookPatch patch, Instant now) {
        return sql.inTransaction(() -> {
            Webhook before = locked(app, id, expectedVersion);
            String url = patch.url() == null ? before.url() : WebhookUrl.checked(patch.url(), allowed);
            WebhookFilter filter = patch.filter().apply(before.filter()).checked();
            Webhook after =
                    repository.update(id, url, filter, Objects.requireNonNullElse(patch.state(), before.state()), now);
            positions.follow(after);
            return after;
        });
    }

    /**
     * Deletes a webhook; its deliveries are deleted in the background. Refuses WEBHOOK_NOT_FOUND, VERSION_CONFLICT.
     *
     * @param expectedVersion null: any
     */
    public void delete(int app, long id, @Nullable Integer expectedVersion, Instant now) {
        sql.useTransaction(
                () -> repository.delete(locked(app, id, expectedVersion).id(), now));
    }

    /** Replaces the secret of a webhook. Refuses WEBHOOK_NOT_FOUND. */
    public Webhook rotate(int app, long id, Instant now) {
        return sql.inTransaction(() -> {
            SigningSecrets rotated = locked(app, id).secrets().rotated(now);
            return repository.rotate(id, rotated, now);
        });
    }

    /** Sends a test message, or returns a pending one if there are enough. Refuses WEBHOOK_NOT_FOUND. */
    public WebhookDelivery ping(int app, long id, Function<Webhook, String> globalId, Instant now) {
        return sql.inTransaction(() -> {
            Webhook webhook = locked(app, id);
            int max = webhook.state() == WebhookState.ENABLED ? MAX_PINGS : 1;
            return deliveries.waitingPing(id, max).orElseGet(() -> ping(webhook, globalId, now));
        });
    }

    private WebhookDelivery ping(Webhook webhook, Function<Webhook, String> globalId, Instant now) {
        WebhookMessage ping = WebhookMessage.of(EventType.PING, now, Map.of("webhookId", globalId.apply(webhook)));
        deliveries.auditPing(webhook.id());
        return deliveries.insert(webhook.id(), List.of(ping), now).getFirst();
    }

    /** Sends messages again. Refuses WEBHOOK_NOT_FOUND. */
    public Replayed replay(int app, long id, DeliveryRepository.Replay replay) {
        return sql.inTransaction(() -> {
            Webhook webhook = locked(app, id);
            repository.resume(id);
            return new Replayed(webhook, deliveries.replay(id, replay, DeliveryRepository.Replay.MAX_DELIVERIES));
        });
    }

    private Webhook locked(int app, long id) {
        return locked(app, id, null);
    }

    private Webhook locked(int app, long id, @Nullable Integer expected) {
        Webhook webhook = repository.lockById(app, id).orElseThrow(Webhooks::unknown);
        RefusedException.checkVersion("webhook", webhook.version(), expected);
        return webhook;
    }

    public static RefusedException unknown() {
        return new RefusedException(ErrorCode.WEBHOOK_NOT_FOUND, "No webhook has this ID.", "webhookId");
    }

    /** The webhooks of these ids, by id; unknown ids and those of other apps are absent. */
    public Map<Long, Webhook> byIds(int app, Set<Long> ids) {
        return repository.byIds(app, ids).stream().collect(Collectors.toMap(Webhook::id, Function.identity()));
    }

    /** The webhooks of each of these lists. */
    public Map<ListRequest<Void, Long>, List<Webhook>> listed(int app, Set<ListRequest<Void, Long>> lists) {
        return repository.listed(app, List.copyOf(lists));
    }

    /** The deliveries of these ids, by id; unknown ids and those of other apps are absent. */
    public Map<Long, WebhookDelivery> deliveriesByIds(int app, Set<Long> ids) {
        return deliveries.byIds(app, ids).stream().collect(Collectors.toMap(WebhookDelivery::id, Function.identity()));
    }

    /** The messages of each of these lists. */
    public Map<ListRequest<DeliveryFilter, Long>, List<WebhookDelivery>> deliveries(
            Set<ListRequest<DeliveryFilter, Long>> lists) {
        return deliveries.listed(List.copyOf(lists));
    }

    /** Number of messages of a webhook that are sent again. */
    public record Replayed(Webhook webhook, int replayedCount) {}

    /** A webhook and its new secret. */
    public record NewSecret(Webhook webhook, String secret) {
        public static NewSecret of(Webhook webhook) {
            return new NewSecret(webhook, webhook.secrets().secret());
        }
    }
}
