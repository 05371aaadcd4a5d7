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
import laurel.ingest.mapping.MappedStream;
import laurel.ingest.mapping.Mappings;
import laurel.ingest.redis.EntryRecorder;
import laurel.ingest.redis.StreamEntry;
import laurel.request.ErrorCode;
import laurel.request.ListRequest;
import laurel.request.RefusedException;
import laurel.request.StrictJson;
import org.jspecify.annotations.Nullable;

/** Keeps entries of streams that could not be recorded, until a person has seen to them. */
@Singleton
public class DeadLetters {
    /** Longest reason: what databases say can be long. */
    private static final int MAX_REASON = 500;

    private final Sql sql;
    private final DeadLetterRepository repository;
    private final Mappings mappings;
    private final EntryRecorder recorder;
    private final int most;

    /** @param most of one app; beyond, streams wait */
    DeadLetters(
            Sql sql,
            DeadLetterRepository repository,
            Mappings mappings,
            EntryRecorder recorder,
            @Value("${laurel.limits.dead-letters:10000}") int most) {
        this.sql = sql;
        this.repository = repository;
        this.mappings = mappings;
        this.recorder = recorder;
        this.most = most;
    }

    /**
     * Stores dead letters and commits. Throws {@link TooManyDeadLettersException} where the app has as many as it may.
     *
     * @param reasons by the entries' ids
     */
    public void add(int app, String stream, List<StreamEntry> entries, Map<String, String> reasons, Instant now) {
        List<String> inOrder = entries.stream()
                .map(entry -> shortened(Objects.requireNonNull(reasons.get(entry.id()), "no reason")))
                .toList();
        sql.useTransaction(() -> {
            if (repository.count(app, most) >= most) {
                throw new TooManyDeadLettersException(stream, most);
            }
            repository.insert(app, stream, entries, inOrder, now);
        });
    }

    private static String shortened(String reason) {
        String line = reason.lines().findFirst().orElse("").replace('\0', ' ');
        return line.substring(0, Math.min(line.length(), MAX_REASON));
    }

    /** How many there are. */
    public int count() {
        return repository.count();
    }

    /** Tries one again, by the mapping of today; what succeeds is deleted. Refuses DEAD_LETTER_NOT_FOUND. */
    public RetriedDeadLetter retry(int app, long id, Instant now) {
        DeadLetter one = repository.byIds(app, List.of(id)).stream().findFirst().orElseThrow(DeadLetters::unknown);
        String reason = reason(app, one, now);
        return sql.inTransaction(() -> {
            DeadLetter held = repository.hold(app, id).orElseThrow(DeadLetters::unknown);
            if (reason == null) {
                repository.delete(app, id);
                return new RetriedDeadLetter(held, true);
            }
            return new RetriedDeadLetter(repository.judge(id, shortened(reason), now), false);
        });
    }

    /** Why it cannot be recorded; null where it has been. */
    private @Nullable String reason(int app, DeadLetter one, Instant now) {
        MappedStream stream = mappings.of(one.stream());
        if (stream == null) {
            return "No mapping has its stream.";
        }
        StreamEntry entry = entry(one);
        // Redis has no entry without fields.
        if (entry.fields().isEmpty()) {
            return "Its fields were too large to be kept: it can only be discarded.";
        }
        if (stream.eventsFor(entry).isEmpty() && stream.scoresFor(entry).isEmpty()) {
            return "Nothing of its stream's mapping takes it.";
        }
        return recorder.record(stream, app, List.of(entry), now).get(one.entryId());
    }

    private static StreamEntry entry(DeadLetter one) {
        Map<String, String> fields = new HashMap<>();
        if (StrictJson.stored(one.fields()) instanceof Map<?, ?> read) {
            read.forEach((name, value) -> fields.put(String.valueOf(name), String.valueOf(value)));
        }
        return new StreamEntry(one.stream(), one.entryId(), fields);
    }

    /** Forgets one for good. Refuses DEAD_LETTER_NOT_FOUND. */
    public void discard(int app, long id) {
        if (repository.delete(app, id) == 0) {
            throw unknown();
        }
    }

    public static RefusedException unknown() {
        return new RefusedException(ErrorCode.DEAD_LETTER_NOT_FOUND, "No dead letter has this ID.", "deadLetterId");
    }

    /** Those of these ids, by id; unknown ids and those of other apps are absent. */
    public Map<Long, DeadLetter> byIds(int app, Collection<Long> ids) {
        return repository.byIds(app, ids).stream().collect(Collectors.toMap(DeadLetter::id, Function.identity()));
    }

    /** The dead letters of each of these lists, oldest first; lists without any are absent. */
    public Map<ListRequest<@Nullable Void, Long>, List<DeadLetter>> listed(
            int app, Set<ListRequest<@Nullable Void, Long>> lists) {
        return repository.listed(app, List.copyOf(lists));
    }

    /**
     * Result of a retry.
     *
     * @param succeeded whether it is recorded, and deleted
     */
    record RetriedDeadLetter(DeadLetter deadLetter, boolean succeeded) {}

    /** An app has as many dead letters as it may: its streams wait until a person has resolved some. */
    static final class TooManyDeadLettersException extends RuntimeException {
        TooManyDeadLettersException(String stream, int most) {
            super("streams wait, because " + most
                    + " dead letters are stored (laurel.limits.dead-letters), and one more of " + stream);
        }
    }
}
