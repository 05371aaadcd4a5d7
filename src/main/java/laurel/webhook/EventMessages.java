package laurel.webhook;

import jakarta.inject.Singleton;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import laurel.event.EventType;
import laurel.webhook.MakerRepository.NamedEvent;
import org.jspecify.annotations.Nullable;

/** Messages about events, one for each. */
@Singleton
class EventMessages {
    private static final int AT_ONCE = 100;

    private final MakerRepository repository;

    EventMessages(MakerRepository repository) {
        this.repository = repository;
    }

    /**
     * What a webhook is told.
     *
     * @param reached the last event that was looked at
     * @param more    whether there may be more
     */
    record Told(List<Message> messages, long reached, boolean more) {}

    /** Of the events after those that it has been told of. */
    Told after(Webhook webhook) {
        List<NamedEvent> events = repository.events(webhook.appId(), webhook.eventPosition(), AT_ONCE);
        List<Message> messages = events.stream()
                .filter(event -> concerns(webhook.interest(), event))
                .map(EventMessages::message)
                .toList();
        long reached =
                events.isEmpty() ? webhook.eventPosition() : events.getLast().id();
        return new Told(messages, reached, events.size() == AT_ONCE);
    }

    /**
     * A board that has gone has no key any more to be told by: who follows all boards is told of it. Of badges also who asks for
     * them by type.
     */
    private static boolean concerns(Interest interest, NamedEvent event) {
        String board = event.leaderboard();
        EventType type = event.eventType();
        boolean asked = type.ofBadges() && interest.types().contains(type);
        return interest.includes(type)
                && (board == null ? asked || interest.leaderboards().isEmpty() : interest.inBoard(board));
    }

    private static Message message(NamedEvent event) {
        Map<String, @Nullable Object> content = new LinkedHashMap<>();
        EventType type = event.eventType();
        if (type.ofBadges()) {
            content.put("badge", event.badge());
            content.put("participant", MessageParts.participant(event.who()));
            content.put("period", event.period());
            content.put("window", MessageParts.window(event.window()));
            content.put("because", event.revokedBecause());
            return Message.of(type, event.occurredAt(), content);
        }
        content.put("leaderboard", event.leaderboard());
        content.put("window", MessageParts.window(event.window()));
        content.put("number", event.number());
        return Message.of(type, event.occurredAt(), content);
    }
}
