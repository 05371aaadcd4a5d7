package laurel.webhook.message;

import jakarta.inject.Singleton;
import java.util.Arrays;
import java.util.List;
import laurel.event.EventType;
import laurel.event.message.EventMessages;
import laurel.event.message.EventMessages.EventMessage;
import laurel.event.message.EventMessages.EventMessageBatch;
import laurel.webhook.Webhook;
import laurel.webhook.WebhookFilter;
import laurel.webhook.WebhookMessage;

/** Creates the messages about events that a webhook's filter includes, one per event. */
@Singleton
class WebhookEvents {
    private static final int EVENTS_AT_ONCE = 100;

    private final EventMessages events;

    WebhookEvents(EventMessages events) {
        this.events = events;
    }

    /**
     * Messages of one transaction.
     *
     * @param position the last event that was read
     * @param more     whether there may be more
     */
    record EventBatch(List<WebhookMessage> messages, long position, boolean more) {}

    /** Messages about the events after the webhook's position. */
    EventBatch next(Webhook webhook) {
        WebhookFilter filter = webhook.filter();
        List<EventType> types = Arrays.stream(EventType.values())
                .filter(type -> type.isAppEvent() && filter.includes(type))
                .toList();
        EventMessageBatch batch = events.next(webhook.appId(), webhook.eventPosition(), types, EVENTS_AT_ONCE);
        List<WebhookMessage> messages = batch.messages().stream()
                .filter(event -> includes(filter, event))
                .map(event -> WebhookMessage.of(event.type(), event.body()))
                .toList();
        return new EventBatch(messages, batch.position(), batch.more());
    }

    /**
     * An event without a leaderboard, because that was deleted or because the event is about something else, goes to webhooks
     * for all leaderboards. Events that are never about a leaderboard also go to webhooks that name their type.
     */
    private static boolean includes(WebhookFilter filter, EventMessage event) {
        String leaderboard = event.leaderboardKey();
        EventType type = event.type();
        boolean named = !type.isAboutLeaderboard() && filter.names(type);
        boolean followed = leaderboard == null
                ? named || filter.leaderboardKeys() == null
                : filter.includesLeaderboard(leaderboard);
        return followed
                && (!type.isAboutEntries()
                        || filter.includesRanking(event.everyone(), event.windowKind(), event.windowDefinitionKey()));
    }
}
