package laurel.webhook;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;
import static laurel.database.Columns.column;

import io.micronaut.core.annotation.Introspected;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import laurel.database.Sql;
import laurel.database.Statement;

@Singleton
class DeliveryRepository {
    /** No message is due before one that was made before it, whoever's clock is behind. */
    private static final String INSERT = """
            WITH held AS (
                UPDATE webhook SET last_due = greatest(last_due, :now) WHERE id = :webhook RETURNING last_due)
            INSERT INTO webhook_delivery (webhook_id, message, type, body, state, created_at, attempts, due_at)
            SELECT :webhook, m.message, m.type, m.body, 'PENDING', :now, 0, held.last_due
            FROM held CROSS JOIN unnest(:messages, :types, :bodies) WITH ORDINALITY AS m (message, type, body, n)
            ORDER BY n
            RETURNING *
            """;

    private static final String REPLAY = """
            UPDATE webhook_delivery SET state = 'PENDING', attempts = 0, due_at = :now
            WHERE id = ANY (ARRAY (
                SELECT id FROM webhook_delivery
                WHERE webhook_id = :webhook AND state = ANY (:states) AND state <> 'PENDING'
                  AND created_at >= coalesce(:from::timestamptz, '-infinity')
                  AND created_at < coalesce(:until::timestamptz, 'infinity')
                ORDER BY id
                LIMIT :most
                FOR UPDATE))
            """;

    /** In which order, says the index of each; no plan sorts all messages of a webhook. */
    private static final String LISTED = """
            SELECT wanted.n, d.*
            FROM unnest(:webhooks, :states, :befores, :sizes) WITH ORDINALITY AS wanted (webhook, state, before, size, n)
            CROSS JOIN LATERAL (
                (SELECT * FROM webhook_delivery AS l
                 WHERE wanted.state IS NULL AND l.webhook_id = wanted.webhook AND l.id < wanted.before
                 ORDER BY l.id DESC LIMIT wanted.size)
                UNION ALL
                (SELECT * FROM webhook_delivery AS l
                 WHERE l.webhook_id = wanted.webhook AND l.state = wanted.state AND l.id < wanted.before
                 ORDER BY l.id DESC LIMIT wanted.size)) AS d
            ORDER BY wanted.n, d.id DESC
            """;

    /** A part of what is kept no more; what waits to be sent is kept as long as it may be. */
    private static final String SWEEP = """
            DELETE FROM webhook_delivery
            WHERE id = ANY (ARRAY (
                SELECT id FROM webhook_delivery
                WHERE created_at < :before AND state <> 'PENDING' ORDER BY created_at LIMIT :most
                FOR UPDATE SKIP LOCKED))
            """;

    /** What waits for nobody: nothing is sent to such a webhook until it is enabled. */
    private static final String SWEEP_WAITING = """
            DELETE FROM webhook_delivery
            WHERE id = ANY (ARRAY (
                SELECT d.id FROM webhook AS w JOIN webhook_delivery AS d ON d.webhook_id = w.id
                WHERE w.state <> 'ENABLED' AND d.state = 'PENDING' AND d.created_at < :before LIMIT :most
                FOR UPDATE OF d SKIP LOCKED))
            """;

    private static final String SWEEP_DELETED = """
            DELETE FROM webhook_delivery
            WHERE id = ANY (ARRAY (
                SELECT d.id FROM webhook AS w JOIN webhook_delivery AS d ON d.webhook_id = w.id
                WHERE w.deleted_at IS NOT NULL LIMIT :most
                FOR UPDATE OF d SKIP LOCKED))
            """;

    private static final String FORGET_DELETED = """
            DELETE FROM webhook AS w
            WHERE w.deleted_at IS NOT NULL AND NOT EXISTS (SELECT FROM webhook_delivery AS d WHERE d.webhook_id = w.id)
            """;

    private static final String WAITING_PING = """
            SELECT * FROM webhook_delivery WHERE webhook_id = :webhook AND state = 'PENDING' AND type = 'PING'
            ORDER BY due_at DESC, id DESC OFFSET :most - 1 LIMIT 1
            """;

    private static final String WAITING =
            "SELECT count(*) FROM (SELECT FROM webhook_delivery WHERE state = 'PENDING' LIMIT :most) AS waiting";

    private final Sql sql;

    DeliveryRepository(Sql sql) {
        this.sql = sql;
    }

    /** Adds these messages, to be sent at once, in their order. */
    List<WebhookDelivery> insert(long webhook, Collection<Message> messages, Instant now) {
        return sql.of(INSERT)
                .bind("webhook", webhook)
                .bind("now", now)
                .bindArray("messages", UUID.class, column(messages, Message::id))
                .bindArray("types", String.class, column(messages, message -> message.type()
                        .name()))
                .bindArray("bodies", String.class, column(messages, Message::body))
                .list(WebhookDelivery.class);
    }

    int replay(long webhook, Replay replay, Instant now) {
        return sql.of(REPLAY)
                .bind("webhook", webhook)
                .bindArray("states", String.class, column(replay.states(), Enum::name))
                .bind("from", replay.from())
                .bind("until", replay.until())
                .bind("most", Replay.MOST)
                .bind("now", now)
                .execute();
    }

    /** The messages of each of these lists; a list that has none is absent. */
    Map<DeliveryList, List<WebhookDelivery>> listed(List<DeliveryList> lists) {
        return sql
                .of(LISTED)
                .bindArray("webhooks", Long.class, column(lists, DeliveryList::webhookId))
                .bindArray(
                        "states",
                        String.class,
                        column(
                                lists,
                                list -> list.state() == null
                                        ? null
                                        : list.state().name()))
                .bindArray("befores", Long.class, column(lists, DeliveryList::before))
                .bindArray("sizes", Integer.class, column(lists, DeliveryList::size))
                .list(Listed.class)
                .stream()
                .collect(groupingBy(row -> lists.get((int) row.n - 1), mapping(Listed::delivery, toList())));
    }

    /** A row of {@link #LISTED}: for the n-th of the lists, from 1. */
    @Introspected
    record Listed(long n, WebhookDelivery delivery) {}

    /** One of the pings that wait for a webhook, where so many do. */
    Optional<WebhookDelivery> waitingPing(long webhook, int most) {
        return sql.of(WAITING_PING).bind("webhook", webhook).bind("most", most).find(WebhookDelivery.class);
    }

    /** Removes some of those made before this moment; gives how many. */
    int sweep(Instant before, int most) {
        return sweep(sql.of(SWEEP).bind("before", before), most);
    }

    /** Removes some of those made before this moment that wait for webhooks that are not sent to; gives how many. */
    int sweepWaiting(Instant before, int most) {
        return sweep(sql.of(SWEEP_WAITING).bind("before", before), most);
    }

    /** Removes some of those of webhooks that were taken away; gives how many. */
    int sweepDeleted(int most) {
        return sweep(sql.of(SWEEP_DELETED), most);
    }

    private static int sweep(Statement update, int most) {
        return update.bind("most", most).execute();
    }

    /** Removes webhooks that were taken away and have no messages any more. */
    void forgetDeleted() {
        sql.of(FORGET_DELETED).execute();
    }

    /** How many wait to be sent, of all webhooks; at most so many. */
    int waiting(int most) {
        return sql.of(WAITING).bind("most", most).one(Integer.class);
    }
}
