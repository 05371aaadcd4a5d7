package laurel.webhook.message;

import jakarta.inject.Singleton;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import laurel.event.EventType;
import laurel.webhook.Webhook;
import laurel.webhook.WebhookFilter;
import laurel.webhook.WebhookMessage;
import laurel.webhook.message.MessageSourceRepository.NamedEvent;
import org.jspecify.annotations.Nullable;

/** Messages about events, one for each. */
@Singleton
class EventMessages {
    private static final int AT_ONCE = 100;

    private final MessageSourceRepository repository;

    EventMessages(MessageSourceRepository repository) {
        this.repository = repository;
    }

    /**
     * What a webhook is told.
     *
     * @param reached the last event that was looked at
     * @param more    whether there may be more
     */
    record Told(List<WebhookMessage> messages, long reached, boolean more) {}

    /** Of the events after those that it has been told of. */
    Told after(Webhook webhook) {
        List<NamedEvent> events = repository.events(webhook.appId(), webhook.eventPosition(), AT_ONCE);
        List<WebhookMessage> messages = events.stream()
                .filter(event -> concerns(webhook.interest(), event))
                .map(EventMessages::message)
                .toList();
        long reached =
                events.isEmpty() ? webhook.eventPosition() : events.getLast().id();
        return new Told(messages, reached, events.size() == AT_ONCE);
    }

    /**
     * A board that has gone has no key any more to be told by: who follows all boards is told of it. Of badges also who
     * asks for them by type.
     */
    private static boolean concerns(WebhookFilter interest, NamedEvent event) {
        String board = event.leaderboard();
        EventType type = event.eventType();
        boolean asked = type.ofBadges() && interest.names(type);
        return interest.includes(type)
                && (board == null ? asked || interest.leaderboardKeys() == null : interest.inBoard(board));
    }

    private static WebhookMessage message(NamedEvent event) {
        return WebhookMessage.of(
                event.eventType(), event.occurredAt(), event.eventType().ofBadges() ? ofBadge(event) : ofBoard(event));
    }

    private static Map<String, @Nullable Object> ofBadge(NamedEvent event) {
        Map<String, @Nullable Object> content = new LinkedHashMap<>();
        content.put("badgeKey", event.badge());
        content.put("participant", MessageParts.participant(event.who()));
        content.put("period", event.period());
        content.put("window", MessageParts.window(event.window()));
        content.put("revokeReason", event.revokeReason());
        return content;
    }

    private static Map<String, @Nullable Object> ofBoard(NamedEvent event) {
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
