package laurel.ingest.deadletter;

import io.micronaut.context.annotation.Value;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import laurel.database.sql.Sql;
import laurel.event.EventType;
import laurel.event.Events;
import laurel.event.NewEvent;
import laurel.ingest.EntryRecorder;
import laurel.ingest.NotRecordedException;
import laurel.ingest.mapping.MappedStream;
import laurel.ingest.mapping.Mappings;
import laurel.ingest.mapping.StreamEntry;
import laurel.request.ErrorCode;
import laurel.request.ListRequest;
import laurel.request.RefusedException;
import laurel.request.StrictJson;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Stores entries of streams that could not be recorded, until they are retried with success or deleted. */
@Singleton
public class DeadLetters {
    private static final Logger LOG = LoggerFactory.getLogger(DeadLetters.class);

    /** Maximum length of a reason: messages of databases can be long. */
    private static final int MAX_REASON = 500;

    private final Sql sql;
    private final DeadLetterRepository repository;
    private final Mappings mappings;
    private final EntryRecorder recorder;
    private final Events events;
    private final int max;

    /** @param max maximum number per app; when it is reached, streams wait */
    DeadLetters(
            Sql sql,
            DeadLetterRepository repository,
            Mappings mappings,
            EntryRecorder recorder,
            Events events,
            @Value("${laurel.limits.dead-letters:10000}") int max) {
        this.sql = sql;
        this.repository = repository;
        this.mappings = mappings;
        this.recorder = recorder;
        this.events = events;
        this.max = max;
    }

    /**
     * Stores dead letters and commits. Throws {@link TooManyDeadLettersException} if the app has reached its limit.
     *
     * @param reasons by the entries' ids
     */
    public void add(int app, String stream, List<StreamEntry> entries, Map<String, String> reasons, Instant now) {
        List<String> inOrder = entries.stream()
                .map(entry -> shortened(Objects.requireNonNull(reasons.get(entry.id()), "no reason")))
                .toList();
        sql.useTransaction(() -> {
            if (repository.count(app, max) >= max) {
                throw new TooManyDeadLettersException(stream, max);
            }
            events.publish(repository.insert(app, stream, entries, inOrder, now).stream()
                    .map(id -> NewEvent.ofDeadLetter(app, EventType.DEAD_LETTER_ADDED, id, now))
                    .toList());
        });
    }

    private static String shortened(String reason) {
        String line = reason.lines().findFirst().orElse("").replace('\0', ' ');
        return line.substring(0, Math.min(line.length(), MAX_REASON));
    }

    /** Number of dead letters of all apps. */
    public int count() {
        return repository.count();
    }

    /**
     * Retries a dead letter with the current mapping, and deletes it if that succeeds. Refuses DEAD_LETTER_NOT_FOUND,
     * OVERLOADED.
     */
    public RetriedDeadLetter retry(int app, long id, Instant now) {
        DeadLetter letter =
                repository.byIds(app, List.of(id)).stream().findFirst().orElseThrow(DeadLetters::notFound);
        String reason = reason(app, letter, now);
        return sql.inTransaction(() -> {
            DeadLetter held = repository.lock(app, id).orElseThrow(DeadLetters::notFound);
            if (reason == null) {
                repository.delete(app, id);
                return new RetriedDeadLetter(held, true);
            }
            return new RetriedDeadLetter(repository.updateReason(id, shortened(reason), now), false);
        });
    }

    /** Records a dead letter. Returns why that failed, or null if it succeeded. */
    private @Nullable String reason(int app, DeadLetter letter, Instant now) {
        MappedStream stream = mappings.of(letter.stream());
        if (stream == null) {
            return "The stream has no mapping.";
        }
        StreamEntry entry = entry(letter);
        // Entries in Redis always have fields.
        if (entry.fields().isEmpty()) {
            return "The fields were too large to be stored; the dead letter can only be deleted.";
        }
        String failure = failure(stream, app, entry, now);
        // Conditions of the mapping cannot be checked if that is the failure.
        return failure == null
                        && stream.eventsFor(entry).isEmpty()
                        && stream.scoresFor(entry).isEmpty()
                ? "No event or score in the mapping of the stream matches the entry."
                : failure;
    }

    private @Nullable String failure(MappedStream stream, int app, StreamEntry entry, Instant now) {
        try {
            return recorder.record(stream, app, List.of(entry), now).get(entry.id());
        } catch (NotRecordedException e) {
            LOG.warn(
                    "The dead letter of entry {} of {} failed when it was retried",
                    entry.id(),
                    entry.stream(),
                    e.failure());
            return "The entry failed when it was retried: " + e.reason();
        }
    }

    private static StreamEntry entry(DeadLetter letter) {
        Map<String, String> fields = new HashMap<>();
        if (StrictJson.stored(letter.fields()) instanceof Map<?, ?> read) {
            read.forEach((name, value) -> fields.put(String.valueOf(name), String.valueOf(value)));
        }
        return new StreamEntry(letter.stream(), letter.entryId(), fields);
    }

    /** Deletes a dead letter. Refuses DEAD_LETTER_NOT_FOUND. */
    public void delete(int app, long id) {
        if (repository.delete(app, id) == 0) {
            throw notFound();
        }
    }

    public static RefusedException notFound() {
        return new RefusedException(ErrorCode.DEAD_LETTER_NOT_FOUND, "No dead letter has this ID.", "deadLetterId");
    }

    /** Dead letters by ID. Unknown IDs and those of other apps are absent. */
    public Map<Long, DeadLetter> byIds(int app, Collection<Long> ids) {
        return repository.byIds(app, ids).stream().collect(Collectors.toMap(DeadLetter::id, Function.identity()));
    }

    /** The dead letters of each of these lists, oldest first; lists without any are absent. */
    public Map<ListRequest<Void, Long>, List<DeadLetter>> listed(int app, Set<ListRequest<Void, Long>> lists) {
        return repository.listed(app, List.copyOf(lists));
    }

    /**
     * Result of a retry.
     *
     * @param succeeded whether it was recorded, and therefore deleted
     */
    record RetriedDeadLetter(DeadLetter deadLetter, boolean succeeded) {}

    /** An app has reached its limit of dead letters: its streams wait until some are resolved. */
    static final class TooManyDeadLettersException extends RuntimeException {
        TooManyDeadLettersException(String stream, int max) {
            super("streams wait: " + max
                    + " dead letters are stored (laurel.limits.dead-letters), and there is one more in " + stream);
        }
    }
}
