package laurel.ingest.redis;

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
import laurel.ingest.feed.FeedEventInput;
import laurel.ingest.feed.Feeds;
import laurel.ingest.mapping.MappedStream;
import laurel.request.ErrorCode;
import laurel.request.Refusal;
import laurel.score.submission.SubmissionResult;

/** Records what the entries of streams come to. */
@Singleton
public class EntryRecorder {
    /** Of what has no time but its entry's, these mean that another entry told it before. */
    private static final Set<ErrorCode> SENT_BEFORE = Set.of(ErrorCode.EVENT_CONFLICT, ErrorCode.IDEMPOTENCY_CONFLICT);

    private final Activities activities;
    private final Feeds feeds;
    private final int maxBatch;

    EntryRecorder(Activities activities, Feeds feeds, @Value("${laurel.limits.batch-size:1000}") int maxBatch) {
        this.activities = activities;
        this.feeds = feeds;
        this.maxBatch = maxBatch;
    }

    /**
     * Records entries, as often as may be, and commits; those of which something cannot be recorded are given by id, each
     * with the reason. Throws where the whole failed, some of it perhaps being recorded.
     */
    public Map<String, String> record(MappedStream stream, int app, List<StreamEntry> entries, Instant now) {
        Mapped mapped = new Mapped();
        entries.forEach(entry -> mapped.add(stream, entry));
        parts(mapped.events, part -> activities.record(app, told(part), now)).forEach(mapped::judge);
        parts(mapped.scores, part -> feeds.submit(app, told(part), List.of(), now))
                .forEach(mapped::judge);
        return mapped.reasons;
    }

    private static <T> List<T> told(List<Of<T>> part) {
        return part.stream().map(Of::told).toList();
    }

    /** What became of each, as many being recorded at once as may be. */
    private <T, R> List<Of<R>> parts(List<Of<T>> all, Function<List<Of<T>>, List<R>> record) {
        List<Of<R>> results = new ArrayList<>();
        for (int from = 0; from < all.size(); from += maxBatch) {
            List<Of<T>> part = all.subList(from, Math.min(from + maxBatch, all.size()));
            List<R> came = record.apply(part);
            for (int i = 0; i < part.size(); i++) {
                results.add(part.get(i).became(came.get(i)));
            }
        }
        return results;
    }

    /**
     * Something of an entry.
     *
     * @param undated whether the entry names it, but does not say its time
     */
    private record Of<T>(StreamEntry entry, T told, boolean undated) {
        <R> Of<R> became(R result) {
            return new Of<>(entry, result, undated);
        }
    }

    /** What entries come to. */
    private static final class Mapped {
        private final List<Of<ActivityEventInput>> events = new ArrayList<>();
        private final List<Of<FeedEventInput>> scores = new ArrayList<>();
        private final Map<String, String> reasons = new HashMap<>();

        void add(MappedStream stream, StreamEntry entry) {
            try {
                List<Of<ActivityEventInput>> told = stream.eventsFor(entry).stream()
                        .map(event -> new Of<>(entry, event.of(entry), event.undated(entry)))
                        .toList();
                stream.scoresFor(entry)
                        .forEach(score -> scores.add(new Of<>(entry, score.of(entry), score.undated(entry))));
                events.addAll(told);
            } catch (MappedStream.UnusableEntryException e) {
                reasons.put(entry.id(), String.valueOf(e.getMessage()));
            }
        }

        void judge(Of<?> result) {
            if (result.told() instanceof ActivityResult.Refused refused) {
                refuse(result, refused.refusal());
            } else if (result.told() instanceof SubmissionResult.Refused refused) {
                refuse(result, refused.refusal());
            }
        }

        private void refuse(Of<?> result, Refusal refusal) {
            if (result.undated() && SENT_BEFORE.contains(refusal.code())) {
                return;
            }
            String where = refusal.path().isEmpty() ? "" : " (" + String.join(".", refusal.path()) + ")";
            reasons.putIfAbsent(result.entry().id(), refusal.code() + where + ": " + refusal.message());
        }
    }
}
