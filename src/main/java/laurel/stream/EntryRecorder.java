package laurel.stream;

import io.micronaut.context.annotation.Value;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import laurel.activity.Activities;
import laurel.activity.ActivityEventInput;
import laurel.activity.ActivityResult;
import laurel.refusal.Refusal;
import laurel.score.SubmissionResult;

/** Records what the entries of streams come to. */
@Singleton
class EntryRecorder {
    private final Activities activities;
    private final Feeds feeds;
    private final int maxBatch;

    EntryRecorder(Activities activities, Feeds feeds, @Value("${laurel.limits.batch:1000}") int maxBatch) {
        this.activities = activities;
        this.feeds = feeds;
        this.maxBatch = maxBatch;
    }

    /**
     * Records entries, as often as may be, and commits; those of which something cannot be recorded are given by id, each with
     * the reason. Throws where the whole failed, some of it perhaps being recorded.
     */
    Map<String, String> record(MappedStream stream, int app, List<StreamEntry> entries, Instant now) {
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
                results.add(new Of<>(part.get(i).entry(), came.get(i)));
            }
        }
        return results;
    }

    /** Something of an entry. */
    private record Of<T>(StreamEntry entry, T told) {}

    /** What entries come to. */
    private static final class Mapped {
        private final List<Of<ActivityEventInput>> events = new ArrayList<>();
        private final List<Of<FeedEventInput>> scores = new ArrayList<>();
        private final Map<String, String> reasons = new HashMap<>();

        void add(MappedStream stream, StreamEntry entry) {
            try {
                List<ActivityEventInput> told = stream.events(entry);
                stream.scores(entry).forEach(score -> scores.add(new Of<>(entry, score)));
                told.forEach(event -> events.add(new Of<>(entry, event)));
            } catch (UnusableEntryException e) {
                reasons.put(entry.id(), String.valueOf(e.getMessage()));
            }
        }

        void judge(Of<?> result) {
            if (result.told() instanceof ActivityResult.Refused refused) {
                refuse(result.entry(), refused.refusal());
            } else if (result.told() instanceof SubmissionResult.Refused refused) {
                refuse(result.entry(), refused.refusal());
            }
        }

        private void refuse(StreamEntry entry, Refusal refusal) {
            String where = refusal.path().isEmpty() ? "" : " (" + String.join(".", refusal.path()) + ")";
            reasons.putIfAbsent(entry.id(), refusal.code() + where + ": " + refusal.message());
        }
    }
}
