package laurel.stream;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The score or rating that entries of a stream come to.
 *
 * @param id where null, or an entry does not say, it is the stream and the entry's id
 * @param at where null, or an entry does not say, it is when the entry was added
 */
record MappedScore(
        When when,
        FeedKind kind,
        @Nullable Template id,
        @Nullable Template leaderboard,
        @Nullable Template type,
        MappedParty participant,
        Template score,
        MappedGroup group,
        @Nullable Template at) {

    /** Throws UnusableEntryException. */
    FeedEventInput of(StreamEntry entry) {
        String named = Template.text(id, entry);
        String moment = Template.text(at, entry);
        String told = score.of(entry);
        if (told == null) {
            throw new UnusableEntryException("It has no " + score);
        }
        Instant achieved = moment == null ? entry.at() : Moments.parse(moment);
        return new FeedEventInput(
                named == null ? entry.stream() + ":" + entry.id() : named,
                kind,
                Template.text(leaderboard, entry),
                Template.text(type, entry),
                participant.required(entry),
                told,
                group.of(entry),
                achieved);
    }

    /** As {@link MappedEvent#undated}. */
    boolean undated(StreamEntry entry) {
        return Template.text(id, entry) != null && Template.text(at, entry) == null;
    }
}
