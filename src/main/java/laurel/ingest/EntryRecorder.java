package laurel.ingest;

import io.micronaut.context.annotation.Value;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import laurel.activity.Activities;
import laurel.activity.ActivityEventInput;
import laurel.activity.ActivityResult;
import laurel.database.connection.Outage;
import laurel.ingest.feed.FeedEventInput;
import laurel.ingest.feed.Feeds;
import laurel.ingest.mapping.MappedStream;
import laurel.ingest.mapping.StreamEntry;
import laurel.request.ErrorCode;
import laurel.request.Refusal;
import laurel.request.RefusedException;
import laurel.score.submission.SubmissionResult;

/** Records the events and scores that entries of streams mean. */
@Singleton
public class EntryRecorder {
    /** For an entry without a time, these errors mean that an earlier entry sent the same event. */
    private static final Set<ErrorCode> DUPLICATES = Set.of(ErrorCode.EVENT_CONFLICT, ErrorCode.IDEMPOTENCY_CONFLICT);

    private final Activities activities;
    private final Feeds feeds;
    private final int maxBatch;

    EntryRecorder(Activities activities, Feeds feeds, @Value("${laurel.limits.batch-size:1000}") int maxBatch) {
        this.activities = activities;
        this.feeds = feeds;
        this.maxBatch = maxBatch;
    }

    /**
     * Records entries and commits. Returns the reasons, by ID, of the entries that cannot be recorded. Idempotent. If
     * it throws, some of the entries may have been recorded. Refuses the whole batch as OVERLOADED. Throws
     * NotRecordedException unless the database is unavailable or the thread is interrupted.
     */
    public Map<String, String> record(MappedStream stream, int app, List<StreamEntry> entries, Instant now) {
        try {
            return reasons(stream, app, entries, now);
        } catch (RuntimeException e) {
            if (e instanceof RefusedException
                    || Outage.isOne(e)
                    || Thread.currentThread().isInterrupted()) {
                throw e;
            }
            throw new NotRecordedException(e);
        }
    }

    private Map<String, String> reasons(MappedStream stream, int app, List<StreamEntry> entries, Instant now) {
        Mapped mapped = new Mapped();
        entries.forEach(entry -> mapped.add(stream, entry));
        parts(mapped.events, part -> activities.record(app, values(part), now)).forEach(mapped::check);
        parts(mapped.scores, part -> feeds.submit(app, values(part), List.of(), now))
                .forEach(mapped::check);
        return mapped.reasons;
    }

    private static <T> List<T> values(List<Item<T>> part) {
        return part.stream().map(Item::value).toList();
    }

    /** Records items in batches of the allowed size, and returns the result of each. */
    private <T, R> List<Item<R>> parts(List<Item<T>> all, Function<List<Item<T>>, List<R>> record) {
        List<Item<R>> results = new ArrayList<>();
        for (int from = 0; from < all.size(); from += maxBatch) {
            List<Item<T>> part = all.subList(from, Math.min(from + maxBatch, all.size()));
            List<R> recorded = record.apply(part);
            for (int i = 0; i < part.size(); i++) {
                results.add(part.get(i).with(recorded.get(i)));
            }
        }
        return results;
    }

    /**
     * An event or a score of an entry, or the result of recording it.
     *
     * @param undated whether the entry has an external ID but no time
     */
    private record Item<T>(StreamEntry entry, T value, boolean undated) {
        <R> Item<R> with(R result) {
            return new Item<>(entry, result, undated);
        }
    }

    /** The events and scores of entries, and why entries cannot be recorded. */
    private static final class Mapped {
        private final List<Item<ActivityEventInput>> events = new ArrayList<>();
        private final List<Item<FeedEventInput>> scores = new ArrayList<>();
        private final Map<String, String> reasons = new HashMap<>();

        void add(MappedStream stream, StreamEntry entry) {
            try {
                List<Item<ActivityEventInput>> found = stream.eventsFor(entry).stream()
                        .map(event -> new Item<>(entry, event.of(entry), event.undated(entry)))
                        .toList();
                stream.scoresFor(entry)
                        .forEach(score -> scores.add(new Item<>(entry, score.of(entry), score.undated(entry))));
                events.addAll(found);
            } catch (MappedStream.UnusableEntryException e) {
                reasons.put(entry.id(), String.valueOf(e.getMessage()));
            }
        }

        void check(Item<?> result) {
            if (result.value() instanceof ActivityResult.Refused refused) {
                refuse(result, refused.refusal());
            } else if (result.value() instanceof SubmissionResult.RefusedSubmission refused) {
                refuse(result, refused.refusal());
            }
        }

        private void refuse(Item<?> result, Refusal refusal) {
            if (result.undated() && DUPLICATES.contains(refusal.code())) {
                return;
            }
            String where = refusal.path().isEmpty() ? "" : " (" + String.join(".", refusal.path()) + ")";
            reasons.putIfAbsent(result.entry().id(), refusal.code() + where + ": " + refusal.message());
        }
    }
}
