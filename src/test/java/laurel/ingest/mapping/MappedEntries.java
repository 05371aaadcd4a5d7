package laurel.ingest.mapping;

import java.util.List;
import laurel.activity.ActivityEventInput;
import laurel.ingest.feed.FeedEventInput;

/** What the entries of a stream mean. */
final class MappedEntries {
    private MappedEntries() {}

    /** Throws UnusableEntryException. */
    static List<ActivityEventInput> events(MappedStream stream, StreamEntry entry) {
        return stream.eventsFor(entry).stream().map(event -> event.of(entry)).toList();
    }

    /** Throws UnusableEntryException. */
    static List<FeedEventInput> scores(MappedStream stream, StreamEntry entry) {
        return stream.scoresFor(entry).stream().map(score -> score.of(entry)).toList();
    }
}
