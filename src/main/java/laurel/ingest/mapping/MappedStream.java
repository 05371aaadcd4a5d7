package laurel.ingest.mapping;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import laurel.activity.ActivityEventInput;
import laurel.ingest.deadletter.StreamFields;
import laurel.ingest.feed.FeedEventInput;
import laurel.ingest.feed.FeedKind;
import laurel.ingest.redis.StreamEntry;
import laurel.participant.ExternalParticipantId;
import laurel.participant.ParticipantInput;
import org.jspecify.annotations.Nullable;

/**
 * What the entries of a stream mean: each comes to an activity event by every one of the events that take it, and to a
 * score by the first of the scores that does; to nothing where none does.
 *
 * @param name of the stream: its key in Redis
 * @param app  key of the app that it tells of
 */
public record MappedStream(String name, String app, List<MappedEvent> events, List<MappedScore> scores) {
    /** Throws UnusableEntryException. */
    List<ActivityEventInput> events(StreamEntry entry) {
        return eventsFor(entry).stream().map(event -> event.of(entry)).toList();
    }

    /**
     * One at most: what came of a retry would not be known where one of several had passed. Throws
     * UnusableEntryException.
     */
    List<FeedEventInput> scores(StreamEntry entry) {
        return scoresFor(entry).stream().map(score -> score.of(entry)).toList();
    }

    /** Those that take an entry. */
    public List<MappedEvent> eventsFor(StreamEntry entry) {
        return events.stream().filter(event -> event.when().takes(entry)).toList();
    }

    /** The one that takes an entry, or none. */
    public List<MappedScore> scoresFor(StreamEntry entry) {
        return scores.stream()
                .filter(score -> score.when().takes(entry))
                .limit(1)
                .toList();
    }

    /**
     * The activity event that entries of a stream come to. Where one does not say what is optional, the event has none.
     *
     * @param id         where null, or an entry does not say, it is the stream, the entry's id and the type
     * @param winner     the id of the actor or the peer
     * @param occurredAt where null, or an entry does not say, it is when the entry was added
     * @param attributes fields that are kept with the event
     */
    public record MappedEvent(
            When when,
            String type,
            @Nullable Template id,
            MappedParty actor,
            @Nullable MappedParty peer,
            @Nullable Template winner,
            @Nullable Template value,
            MappedGroup group,
            @Nullable MappedGroup peerGroup,
            @Nullable Template occurredAt,
            @Nullable Template zone,
            List<String> attributes) {

        /** Throws UnusableEntryException. */
        public ActivityEventInput of(StreamEntry entry) {
            ParticipantInput doer = actor.required(entry);
            ParticipantInput other = peer == null ? null : peer.of(entry);
            String moment = Template.text(occurredAt, entry);
            String named = Template.text(id, entry);
            return new ActivityEventInput(
                    named == null ? entry.stream() + ":" + entry.id() + ":" + type : named,
                    type,
                    doer,
                    other,
                    winner(Template.text(winner, entry), doer, other),
                    Template.text(value, entry),
                    group.of(entry),
                    peerGroup == null ? null : peerGroup.of(entry),
                    moment == null ? entry.at() : Timestamps.parse(moment),
                    Template.text(zone, entry),
                    StreamFields.of(entry, attributes));
        }

        /** Whether an entry names its event, but not its time: told again by another entry it is the same all the same. */
        public boolean undated(StreamEntry entry) {
            return Template.text(id, entry) != null && Template.text(occurredAt, entry) == null;
        }

        private static @Nullable ExternalParticipantId winner(
                @Nullable String won, ParticipantInput actor, @Nullable ParticipantInput peer) {
            if (won == null) {
                return null;
            }
            return Stream.of(actor, peer == null ? actor : peer)
                    .map(ParticipantInput::ref)
                    .filter(ref -> ref.externalId().equals(won))
                    .findFirst()
                    .orElseThrow(() -> new UnusableEntryException("Who won is neither actor nor peer"));
        }
    }

    /**
     * The score or rating that entries of a stream come to.
     *
     * @param id where null, or an entry does not say, it is the stream and the entry's id
     * @param at where null, or an entry does not say, it is when the entry was added
     */
    public record MappedScore(
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
        public FeedEventInput of(StreamEntry entry) {
            String named = Template.text(id, entry);
            String moment = Template.text(at, entry);
            String told = score.of(entry);
            if (told == null) {
                throw new UnusableEntryException("It has no " + score);
            }
            Instant achieved = moment == null ? entry.at() : Timestamps.parse(moment);
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

        /** As {@link MappedStream.MappedEvent#undated}. */
        public boolean undated(StreamEntry entry) {
            return Template.text(id, entry) != null && Template.text(at, entry) == null;
        }
    }

    /**
     * Who of an entry is a participant.
     *
     * @param type its entity type, the same for all entries
     * @param name what is shown of it; null says nothing of that
     */
    record MappedParty(Template id, String type, @Nullable Template name) {
        /** Null where the entry does not say who. */
        @Nullable
        ParticipantInput of(StreamEntry entry) {
            String known = id.of(entry);
            return known == null
                    ? null
                    : new ParticipantInput(
                            new ExternalParticipantId(type, known),
                            name == null ? null : name.of(entry),
                            null,
                            null,
                            null);
        }

        /** The same where the entry must say who. */
        ParticipantInput required(StreamEntry entry) {
            ParticipantInput found = of(entry);
            if (found == null) {
                throw new UnusableEntryException("It has no " + id);
            }
            return found;
        }
    }

    /** Which group an entry names: what it does not say is left out. */
    record MappedGroup(Map<String, Template> values) {
        Map<String, String> of(StreamEntry entry) {
            Map<String, String> group = new HashMap<>();
            values.forEach((attribute, template) -> {
                String value = template.of(entry);
                if (value != null) {
                    group.put(attribute, value);
                }
            });
            return group;
        }
    }

    /**
     * Which entries count.
     *
     * @param values by field, of which an entry has one; those of all fields
     */
    record When(Map<String, Set<String>> values) {
        boolean takes(StreamEntry entry) {
            return values.entrySet().stream()
                    .allMatch(one -> one.getValue().contains(entry.fields().getOrDefault(one.getKey(), "")));
        }
    }

    /** An entry that cannot be what its mapping says. The message is for a person; there is no stack trace. */
    public static final class UnusableEntryException extends RuntimeException {
        UnusableEntryException(String message) {
            super(message, null, false, false);
        }
    }
}
