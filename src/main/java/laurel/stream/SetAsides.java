package laurel.stream;

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
import laurel.database.Sql;
import laurel.graphql.StrictJson;
import laurel.refusal.ErrorCode;
import laurel.refusal.RefusedException;
import laurel.stream.SetAsideRepository.SetAsideList;
import org.jspecify.annotations.Nullable;

/** Keeps entries of streams that could not be recorded, until a person has seen to them. */
@Singleton
public class SetAsides {
    /** Longest reason: what databases say can be long. */
    private static final int MAX_REASON = 500;

    private final Sql sql;
    private final SetAsideRepository repository;
    private final Mappings mappings;
    private final EntryRecorder recorder;
    private final int most;

    /** @param most of one app; beyond, streams wait */
    SetAsides(
            Sql sql,
            SetAsideRepository repository,
            Mappings mappings,
            EntryRecorder recorder,
            @Value("${laurel.limits.set-aside:10000}") int most) {
        this.sql = sql;
        this.repository = repository;
        this.mappings = mappings;
        this.recorder = recorder;
        this.most = most;
    }

    /**
     * Sets entries aside and commits. Throws {@link TooManySetAsideException} where the app has as many as it may.
     *
     * @param reasons by the entries' ids
     */
    void add(int app, String stream, List<StreamEntry> entries, Map<String, String> reasons, Instant now) {
        List<String> inOrder = entries.stream()
                .map(entry -> shortened(Objects.requireNonNull(reasons.get(entry.id()), "no reason")))
                .toList();
        sql.useTransaction(() -> {
            if (repository.count(app, most) >= most) {
                throw new TooManySetAsideException(stream, most);
            }
            repository.insert(app, stream, entries, inOrder, now);
        });
    }

    private static String shortened(String reason) {
        String line = reason.lines().findFirst().orElse("").replace('\0', ' ');
        return line.substring(0, Math.min(line.length(), MAX_REASON));
    }

    /** How many there are. */
    int count() {
        return repository.count();
    }

    /** Tries one again, by the mapping of today; what passes is set aside no more. Refuses DEAD_LETTER_NOT_FOUND. */
    RetriedSetAside retry(int app, long id, Instant now) {
        SetAside one = repository.byIds(app, List.of(id)).stream().findFirst().orElseThrow(SetAsides::unknown);
        String reason = reason(app, one, now);
        return sql.inTransaction(() -> {
            SetAside held = repository.hold(app, id).orElseThrow(SetAsides::unknown);
            if (reason == null) {
                repository.delete(app, id);
                return new RetriedSetAside(held, true);
            }
            return new RetriedSetAside(repository.judge(id, shortened(reason), now), false);
        });
    }

    /** Why it cannot be recorded; null where it has been. */
    private @Nullable String reason(int app, SetAside one, Instant now) {
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

    private static StreamEntry entry(SetAside one) {
        Map<String, String> fields = new HashMap<>();
        if (StrictJson.stored(one.fields()) instanceof Map<?, ?> read) {
            read.forEach((name, value) -> fields.put(String.valueOf(name), String.valueOf(value)));
        }
        return new StreamEntry(one.stream(), one.entryId(), fields);
    }

    /** Forgets one for good. Refuses DEAD_LETTER_NOT_FOUND. */
    void discard(int app, long id) {
        if (repository.delete(app, id) == 0) {
            throw unknown();
        }
    }

    static RefusedException unknown() {
        return new RefusedException(ErrorCode.DEAD_LETTER_NOT_FOUND, "Nothing of this id is set aside.");
    }

    /** Those of these ids, by id; unknown ids and those of other apps are absent. */
    Map<Long, SetAside> byIds(int app, Collection<Long> ids) {
        return repository.byIds(app, ids).stream().collect(Collectors.toMap(SetAside::id, Function.identity()));
    }

    /** Those of each of these lists. */
    Map<SetAsideList, List<SetAside>> listed(int app, Set<SetAsideList> lists) {
        Map<SetAsideList, List<SetAside>> found = repository.listed(app, List.copyOf(lists));
        return lists.stream()
                .collect(Collectors.toMap(Function.identity(), list -> found.getOrDefault(list, List.of())));
    }

    /**
     * What became of an entry that was tried again.
     *
     * @param passed whether it is recorded, and set aside no more
     */
    record RetriedSetAside(SetAside setAside, boolean passed) {}

    /** An app has as many entries set aside as it may: its streams wait until a person has seen to some. */
    static final class TooManySetAsideException extends RuntimeException {
        TooManySetAsideException(String stream, int most) {
            super("streams wait, because " + most + " entries are set aside (laurel.limits.set-aside), and one more of "
                    + stream);
        }
    }
}
