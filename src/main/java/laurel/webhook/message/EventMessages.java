package laurel.webhook.message;

import jakarta.inject.Singleton;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import laurel.event.EventType;
import laurel.webhook.Webhook;
import laurel.webhook.WebhookFilter;
import laurel.webhook.WebhookMessage;
import laurel.webhook.message.MessageSourceRepository.EventDetails;
import org.jspecify.annotations.Nullable;

/** Creates the messages about events, one per event. */
@Singleton
class EventMessages {
    private static final int EVENTS_AT_ONCE = 100;

    private final MessageSourceRepository repository;

    EventMessages(MessageSourceRepository repository) {
        this.repository = repository;
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
        List<EventDetails> events = repository.events(webhook.appId(), webhook.eventPosition(), EVENTS_AT_ONCE);
        List<WebhookMessage> messages = events.stream()
                .filter(event -> includes(webhook.filter(), event))
                .map(EventMessages::message)
                .toList();
        long position =
                events.isEmpty() ? webhook.eventPosition() : events.getLast().id();
        return new EventBatch(messages, position, events.size() == EVENTS_AT_ONCE);
    }

    /**
     * An event without a leaderboard, because that was deleted or because the event is about a badge, goes to webhooks for
     * all leaderboards. Badge events also go to webhooks that name their type.
     */
    private static boolean includes(WebhookFilter filter, EventDetails event) {
        String leaderboard = event.leaderboard();
        EventType type = event.eventType();
        boolean named = type.isAboutBadges() && filter.names(type);
        return filter.includes(type)
                && (leaderboard == null
                        ? named || filter.leaderboardKeys() == null
                        : filter.includesLeaderboard(leaderboard));
    }

    private static WebhookMessage message(EventDetails event) {
        return WebhookMessage.of(
                event.eventType(),
                event.occurredAt(),
                event.eventType().isAboutBadges() ? badgeContent(event) : leaderboardContent(event));
    }

    private static Map<String, @Nullable Object> badgeContent(EventDetails event) {
        Map<String, @Nullable Object> content = new LinkedHashMap<>();
        content.put("badgeKey", event.badge());
        content.put("participant", MessageParts.participant(event.participant()));
        content.put("period", event.period());
        content.put("window", MessageParts.window(event.window()));
        content.put("revokeReason", event.revokeReason());
        return content;
    }

    private static Map<String, @Nullable Object> leaderboardContent(EventDetails event) {
        Map<String, @Nullable Object> content = new LinkedHashMap<>();
        content.put("leaderboardKey", event.leaderboard());
        switch (event.eventType()) {
            case WINDOW_FINALIZED, WINDOW_CORRECTED -> {
                content.put("window", MessageParts.window(event.window()));
                content.put("revision", event.number());
            }
            case SEASON_STARTED, SEASON_ENDED -> {
                content.put("window", MessageParts.window(event.window()));
                content.put("seasonNumber", event.number());
            }
            case WINDOW_EXPIRED -> content.put("window", MessageParts.window(event.window()));
            default -> {}
        }
        return content;
    }
}
