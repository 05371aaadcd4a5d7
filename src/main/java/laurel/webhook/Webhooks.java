package laurel.webhook;

import io.micronaut.context.annotation.Value;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import laurel.database.sql.Sql;
import laurel.event.EventType;
import laurel.request.ErrorCode;
import laurel.request.ListRequest;
import laurel.request.RefusedException;
import laurel.webhook.Webhook.WebhookState;
import laurel.webhook.WebhookDelivery.DeliveryFilter;
import laurel.webhook.graphql.WebhookInput;
import org.jspecify.annotations.Nullable;

/** Makes, changes and finds webhooks, and what was sent to them. */
@Singleton
public class Webhooks {
    /** Pings that may wait for a webhook that is sent to; for any other, one. */
    private static final int MOST_PINGS = 100;

    private final Sql sql;
    private final WebhookRepository repository;
    private final DeliveryRepository deliveries;
    private final WebhookPositionRepository positions;
    private final AllowedHosts allowed;
    private final int most;

    /** @param most webhooks of one app */
    Webhooks(
            Sql sql,
            WebhookRepository repository,
            DeliveryRepository deliveries,
            WebhookPositionRepository positions,
            AllowedHosts allowed,
            @Value("${laurel.limits.webhooks:20}") int most) {
        this.sql = sql;
        this.repository = repository;
        this.deliveries = deliveries;
        this.positions = positions;
        this.allowed = allowed;
        this.most = most;
    }

    /** Makes a webhook. Refuses, in this order: INVALID_KEY, INVALID_URL, LIST_TOO_LONG, NUMBER_OUT_OF_RANGE,
     * LIMIT_REACHED. */
    public Webhook create(int app, WebhookInput input, Instant now) {
        input.checkKeys();
        String url = Objects.requireNonNull(input.url(allowed));
        WebhookFilter interest = input.over(WebhookFilter.USUAL);
        return sql.inTransaction(() -> {
            repository.lock(app);
            if (repository.count(app) >= most) {
                throw RefusedException.limit(
                        ErrorCode.LIMIT_REACHED, most, "The app has " + most + " webhooks, which is the maximum.");
            }
            Webhook made =
                    repository.insert(app, url, interest, SigningSecrets.fresh().secret(), now);
            positions.follow(made);
            return made;
        });
    }

    /**
     * Changes what the input says. Refuses, in this order: INVALID_KEY, WEBHOOK_NOT_FOUND, VERSION_CONFLICT, INVALID_URL,
     * LIST_TOO_LONG, NUMBER_OUT_OF_RANGE.
     *
     * @param version that is expected; null is any
     */
    public Webhook update(int app, long id, @Nullable Integer version, WebhookInput input, Instant now) {
        input.checkKeys();
        return sql.inTransaction(() -> {
            Webhook before = held(app, id, version);
            String url = input.url(allowed);
            WebhookFilter interest = input.over(before.interest());
            Webhook after = repository.update(
                    id,
                    url == null ? before.url() : url,
                    interest,
                    Objects.requireNonNullElse(input.state(), before.state()),
                    now);
            positions.follow(after);
            return after;
        });
    }

    /**
     * Takes a webhook away; what is left of it goes by and by. Refuses WEBHOOK_NOT_FOUND, VERSION_CONFLICT.
     *
     * @param version that is expected; null is any
     */
    public void delete(int app, long id, @Nullable Integer version, Instant now) {
        sql.useTransaction(() -> repository.delete(held(app, id, version).id(), now));
    }

    /** Gives a webhook another secret; refuses WEBHOOK_NOT_FOUND. */
    public Webhook rotate(int app, long id, Instant now) {
        return sql.inTransaction(() -> {
            SigningSecrets fresh = held(app, id).secrets().rotated(now);
            return repository.rotate(id, fresh, now);
        });
    }

    /** Has a message sent that says nothing, or gives one that waits where there are enough; refuses WEBHOOK_NOT_FOUND. */
    public WebhookDelivery ping(int app, long id, Function<Webhook, String> shown, Instant now) {
        return sql.inTransaction(() -> {
            Webhook webhook = held(app, id);
            int most = webhook.state() == WebhookState.ENABLED ? MOST_PINGS : 1;
            return deliveries.waitingPing(id, most).orElseGet(() -> ping(webhook, shown, now));
        });
    }

    private WebhookDelivery ping(Webhook webhook, Function<Webhook, String> shown, Instant now) {
        WebhookMessage ping = WebhookMessage.of(EventType.PING, now, Map.of("webhookId", shown.apply(webhook)));
        return deliveries.insert(webhook.id(), List.of(ping), now).getFirst();
    }

    /** Has messages sent again; refuses WEBHOOK_NOT_FOUND. */
    public Replayed replay(int app, long id, DeliveryRepository.Replay replay, Instant now) {
        return sql.inTransaction(() -> {
            Webhook webhook = held(app, id);
            repository.resume(id);
            return new Replayed(webhook, deliveries.replay(id, replay, DeliveryRepository.Replay.MOST, now));
        });
    }

    private Webhook held(int app, long id) {
        return held(app, id, null);
    }

    private Webhook held(int app, long id, @Nullable Integer expected) {
        Webhook webhook = repository.hold(app, id).orElseThrow(Webhooks::unknown);
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
    public Map<ListRequest<@Nullable Void, Long>, List<Webhook>> listed(
            int app, Set<ListRequest<@Nullable Void, Long>> lists) {
        return repository.listed(app, List.copyOf(lists));
    }

    /** The messages of these ids, by id; unknown ids and those of other apps are absent. */
    public Map<Long, WebhookDelivery> deliveriesByIds(int app, Set<Long> ids) {
        return deliveries.byIds(app, ids).stream().collect(Collectors.toMap(WebhookDelivery::id, Function.identity()));
    }

    /** The messages of each of these lists. */
    public Map<ListRequest<DeliveryFilter, Long>, List<WebhookDelivery>> deliveries(
            Set<ListRequest<DeliveryFilter, Long>> lists) {
        return deliveries.listed(List.copyOf(lists));
    }

    /** How many messages of a webhook are sent again. */
    public record Replayed(Webhook webhook, int replayedCount) {}

    /** A webhook and the secret that was created for it. */
    public record NewSecret(Webhook webhook, String secret) {
        public static NewSecret of(Webhook webhook) {
            return new NewSecret(webhook, webhook.secrets().secret());
        }
    }
}
