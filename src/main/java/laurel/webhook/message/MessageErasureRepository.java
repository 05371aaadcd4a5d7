package laurel.webhook.message;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.micronaut.core.annotation.Introspected;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import laurel.database.sql.Json;
import laurel.database.sql.Sql;
import laurel.request.JsonBytes;
import laurel.request.StrictJson;
import laurel.request.erasure.ErasedName;
import laurel.request.erasure.ErasureSource;
import laurel.request.erasure.ErasureSubject;
import laurel.request.erasure.NamedTexts;
import org.jspecify.annotations.Nullable;

/**
 * Erases a participant from the messages of webhooks, sent or not: its place in a message is null, and so are the reasons that a
 * message about it has. The messages stay, because a receiver needs each change of a ranking.
 */
@Singleton
final class MessageErasureRepository implements ErasureSource {
    private static final int READ_AT_ONCE = 500;

    /** Why a badge was revoked, or why a dead letter could not be recorded. */
    private static final Set<String> REASONS = Set.of("reason", "revokeReason");

    /**
     * Waits for transactions that create messages, which have read names. The change of the rows makes those fail that have begun
     * and create messages later.
     */
    private static final String EXCLUDE = """
            UPDATE webhook AS w SET event_position = w.event_position
            FROM (SELECT v.id FROM webhook AS v WHERE v.app_id = :subject.app ORDER BY v.id FOR UPDATE) AS held
            WHERE w.id = held.id
            """;

    private static final String BODIES = """
            SELECT d.id, d.body FROM webhook_delivery AS d
            WHERE d.webhook_id IN (SELECT w.id FROM webhook AS w WHERE w.app_id = :subject.app) AND d.id > :after
              AND strpos(d.body, :externalId) > 0
            ORDER BY d.id
            LIMIT :most
            """;

    private static final String UPDATE = """
            UPDATE webhook_delivery AS d SET body = e.body
            FROM unnest(:messages.id, :messages.body) AS e (id, body)
            WHERE d.id = e.id
            """;

    private final Sql sql;

    MessageErasureRepository(Sql sql) {
        this.sql = sql;
    }

    /** A message of a delivery. */
    @Introspected
    record StoredBody(long id, String body) {}

    @Override
    public void eraseName(ErasureSubject subject, ErasedName name) {
        sql.of(EXCLUDE).bind("subject", subject).execute();
        List<StoredBody> found = read(subject, name, 0);
        while (!found.isEmpty()) {
            sql.of(UPDATE)
                    .bindEach(
                            "messages",
                            StoredBody.class,
                            found.stream()
                                    .flatMap(stored -> changed(stored, name))
                                    .toList())
                    .execute();
            found = read(subject, name, found.getLast().id);
        }
    }

    /** Reads messages that may have the external ID: as a value, or within a text. In both it is written as in JSON. */
    private List<StoredBody> read(ErasureSubject subject, ErasedName name, long after) {
        String quoted = new String(JsonBytes.of(name.externalId()), UTF_8);
        return sql.of(BODIES)
                .bind("subject", subject)
                .bind("after", after)
                .bind("externalId", quoted.substring(1, quoted.length() - 1))
                .bind("most", READ_AT_ONCE)
                .list(StoredBody.class);
    }

    /** Returns the message without the participant; nothing if it does not name it. */
    private static Stream<StoredBody> changed(StoredBody stored, ErasedName name) {
        Object message = StrictJson.stored(new Json(stored.body));
        if (message == null || !erase(message, name, new NamedTexts(name))) {
            return Stream.empty();
        }
        return Stream.of(new StoredBody(stored.id, new String(JsonBytes.of(message), UTF_8)));
    }

    /** Returns whether something was erased. */
    @SuppressWarnings("unchecked")
    private static boolean erase(Object value, ErasedName name, NamedTexts texts) {
        boolean erased = false;
        if (value instanceof Map<?, ?> object) {
            var fields = (Map<String, @Nullable Object>) object;
            boolean named = isNamed(fields.get("participant"), name);
            for (Map.Entry<String, @Nullable Object> field : fields.entrySet()) {
                Object part = field.getValue();
                if (part == null) {
                    continue;
                }
                if ((named && field.getKey().equals("participant"))
                        || (REASONS.contains(field.getKey()) && (named || texts.has(part)))) {
                    field.setValue(null);
                    erased = true;
                } else {
                    erased |= erase(part, name, texts);
                }
            }
        } else if (value instanceof List<?> list) {
            for (Object part : list) {
                erased |= part != null && erase(part, name, texts);
            }
        }
        return erased;
    }

    private static boolean isNamed(@Nullable Object part, ErasedName name) {
        return part instanceof Map<?, ?> participant
                && name.entityType().equals(participant.get("entityType"))
                && name.externalId().equals(participant.get("externalId"));
    }

    @Override
    public boolean eraseRows(ErasureSubject subject, int most) {
        return false;
    }
}
