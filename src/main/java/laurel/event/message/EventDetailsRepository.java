package laurel.event.message;

import io.micronaut.core.annotation.Introspected;
import io.micronaut.data.annotation.Query;
import io.micronaut.data.jdbc.annotation.JdbcRepository;
import io.micronaut.data.model.query.builder.sql.Dialect;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import laurel.database.sql.SqlRepository;
import laurel.event.EventType;
import laurel.event.message.MessageParts.MessageParticipant;
import laurel.event.message.MessageParts.MessageWindow;
import laurel.leaderboard.Group;
import laurel.leaderboard.WindowKind;
import org.jspecify.annotations.Nullable;

/** Reads events with what their messages contain. */
@JdbcRepository(dialect = Dialect.POSTGRES)
interface EventDetailsRepository extends SqlRepository {
    /** The first events of these types after one, up to another. */
    @Query("""
            SELECT e.*, l.key AS leaderboard, l.decimals,
                   w.name, w.kind AS window_kind, w.definition, w.starts_at, w.ends_at,
                   p.entity_type, p.external_id, p.name AS participant_name, b.key AS badge, a.period, a.revoke_reason,
                   d.stream, d.entry_id, d.reason
            FROM (SELECT * FROM event AS q
                  WHERE q.app_id = :app AND q.id > :after AND q.id <= :last AND q.event_type = ANY (:types)
                  ORDER BY q.id LIMIT :most) AS e
            LEFT JOIN leaderboard AS l ON l.id = e.leaderboard_id
            LEFT JOIN leaderboard_window AS w ON w.id = e.window_id
            LEFT JOIN participant AS p ON p.id = e.participant_id AND p.erased_at IS NULL
            LEFT JOIN badge_award AS a ON a.id = e.award_id
            LEFT JOIN badge AS b ON b.id = a.badge_id
            LEFT JOIN dead_letter AS d ON d.id = e.dead_letter_id
            ORDER BY e.id
            """)
    List<EventDetails> events(int app, long after, long last, Collection<EventType> types, int most);

    /** An event and what it is about. Null if the event is not about it, or if it was deleted. */
    @Introspected
    record EventDetails(
            long id,
            int appId,
            EventType eventType,
            @Nullable String leaderboard,
            @Nullable Integer decimals,
            @Nullable Integer number,
            Instant occurredAt,
            @Nullable String name,
            @Nullable WindowKind windowKind,
            @Nullable String definition,
            @Nullable Instant startsAt,
            @Nullable Instant endsAt,
            @Nullable Long participantId,
            @Nullable String entityType,
            @Nullable String externalId,
            @Nullable String participantName,
            @Nullable String badge,
            @Nullable String period,
            @Nullable String revokeReason,
            @Nullable Group groupValues,
            @Nullable Integer previousRank,
            @Nullable Long previousScore,
            @Nullable Integer rank,
            @Nullable Long score,
            @Nullable Long webhookId,
            @Nullable Long deadLetterId,
            @Nullable String stream,
            @Nullable String entryId,
            @Nullable String reason) {
        @Nullable
        MessageParticipant participant() {
            return participantId == null || entityType == null || externalId == null
                    ? null
                    : new MessageParticipant(participantId, entityType, externalId, participantName);
        }

        @Nullable
        MessageWindow window() {
            return name == null || windowKind == null || definition == null
                    ? null
                    : new MessageWindow(name, windowKind, definition, startsAt, endsAt);
        }
    }
}
