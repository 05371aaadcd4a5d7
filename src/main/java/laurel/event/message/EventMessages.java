package laurel.event.message;

import static java.util.Objects.requireNonNull;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import laurel.event.EventType;
import laurel.event.Events;
import laurel.event.message.EventDetailsRepository.EventDetails;
import laurel.leaderboard.ScoreFormat;
import laurel.leaderboard.WindowKind;
import laurel.request.GlobalIds;
import org.jspecify.annotations.Nullable;

/** Reads events as messages, one per event, in order. */
@Singleton
public class EventMessages {
    private final EventDetailsRepository repository;
    private final Events events;
    private final GlobalIds ids;

    EventMessages(EventDetailsRepository repository, Events events, GlobalIds ids) {
        this.repository = repository;
        this.events = events;
        this.ids = ids;
    }

    /**
     * The message of an event.
     *
     * @param leaderboardKey      null if it is about no leaderboard, or if that was deleted
     * @param everyone            false if it is about a ranking of another group than everyone
     * @param windowKind          null if it is about no window, or if that was deleted
     * @param windowDefinitionKey as {@code windowKind}
     * @param body                JSON
     */
    public record EventMessage(
            long sequence,
            EventType type,
            Instant occurredAt,
            @Nullable String leaderboardKey,
            boolean everyone,
            @Nullable WindowKind windowKind,
            @Nullable String windowDefinitionKey,
            String body) {}

    /**
     * Messages that were read together.
     *
     * @param position the event up to which all events were read
     * @param more     whether there may be more after it
     */
    public record EventMessageBatch(List<EventMessage> messages, long position, boolean more) {}

    /**
     * Reads the messages of an app's events of these types.
     *
     * @param after the event before the first
     * @param most  maximum number of messages
     */
    public EventMessageBatch next(int app, long after, Collection<EventType> types, int most) {
        // Read first: an event that becomes visible later has a greater id.
        long last = Math.max(after, events.last(app));
        List<EventDetails> next =
                last == after || types.isEmpty() ? List.of() : repository.events(app, after, last, types, most);
        boolean more = next.size() == most;
        return new EventMessageBatch(
                next.stream().map(this::message).toList(), more ? next.getLast().id() : last, more);
    }

    private EventMessage message(EventDetails event) {
        return new EventMessage(
                event.id(),
                event.eventType(),
                event.occurredAt(),
                event.leaderboard(),
                event.groupValues() == null,
                event.windowKind(),
                event.definition(),
                MessageBody.of(event.eventType(), event.occurredAt(), event.id(), content(event)));
    }

    private Map<String, @Nullable Object> content(EventDetails event) {
        return switch (event.eventType()) {
            case BADGE_AWARDED, BADGE_REVOKED -> badgeContent(event);
            case ENTRY_ADDED, RANK_CHANGED -> entryContent(event);
            case WEBHOOK_PAUSED ->
                single("webhookId", ids.id("Webhook", event.appId(), requireNonNull(event.webhookId())));
            case DEAD_LETTER_ADDED -> deadLetterContent(event);
            default -> leaderboardContent(event);
        };
    }

    private static Map<String, @Nullable Object> single(String name, String value) {
        Map<String, @Nullable Object> content = new LinkedHashMap<>();
        content.put(name, value);
        return content;
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

    private static Map<String, @Nullable Object> entryContent(EventDetails event) {
        Map<String, @Nullable Object> content = new LinkedHashMap<>();
        content.put("leaderboardKey", event.leaderboard());
        content.put("window", MessageParts.window(event.window()));
        content.put("group", MessageParts.group(event.groupValues()));
        content.put("participant", MessageParts.participant(event.participant()));
        if (event.eventType() == EventType.RANK_CHANGED) {
            content.put("previousRank", event.previousRank());
        }
        content.put("rank", event.rank());
        if (event.eventType() == EventType.RANK_CHANGED) {
            content.put("previousScore", score(event, event.previousScore()));
        }
        content.put("score", score(event, event.score()));
        return content;
    }

    /** Scores are strings, as in GraphQL, so that no digit is lost. Their decimals are unknown without the leaderboard. */
    private static @Nullable String score(EventDetails event, @Nullable Long score) {
        return event.decimals() == null || score == null ? null : new ScoreFormat(event.decimals()).format(score);
    }

    private Map<String, @Nullable Object> deadLetterContent(EventDetails event) {
        Map<String, @Nullable Object> content =
                single("deadLetterId", ids.id("DeadLetter", event.appId(), requireNonNull(event.deadLetterId())));
        content.put("stream", event.stream());
        content.put("entryId", event.entryId());
        content.put("reason", event.reason());
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
            case WINDOW_EXPIRED, WINDOW_FINALIZATION_FAILED ->
                content.put("window", MessageParts.window(event.window()));
            default -> {}
        }
        return content;
    }
}
