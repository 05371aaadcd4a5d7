package laurel.stream;

import java.util.List;
import laurel.activity.ActivityEventInput;

/**
 * What the entries of a stream mean: each comes to an activity event by every one of the events that take it, and to a score by
 * the first of the scores that does; to nothing where none does.
 *
 * @param name of the stream: its key in Redis
 * @param app  key of the app that it tells of
 */
record MappedStream(String name, String app, List<MappedEvent> events, List<MappedScore> scores) {
    /** Throws UnusableEntryException. */
    List<ActivityEventInput> events(StreamEntry entry) {
        return eventsFor(entry).stream().map(event -> event.of(entry)).toList();
    }

    /** One at most: what came of a retry would not be known where one of several had passed. Throws UnusableEntryException. */
    List<FeedEventInput> scores(StreamEntry entry) {
        return scoresFor(entry).stream().map(score -> score.of(entry)).toList();
    }

    /** Those that take an entry. */
    List<MappedEvent> eventsFor(StreamEntry entry) {
        return events.stream().filter(event -> event.when().takes(entry)).toList();
    }

    /** The one that takes an entry, or none. */
    List<MappedScore> scoresFor(StreamEntry entry) {
        return scores.stream()
                .filter(score -> score.when().takes(entry))
                .limit(1)
                .toList();
    }
}
