package laurel.ingest.mapping;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import laurel.activity.ActivityEventInput;
import laurel.ingest.feed.FeedEventInput;
import laurel.ingest.feed.FeedKind;
import laurel.participant.ExternalParticipantId;
import laurel.participant.ParticipantInput;
import org.jspecify.annotations.Nullable;

/**
 * The events and scores that the entries of a stream mean. An entry becomes an activity event for each mapped event
 * that matches it, and a score for the first mapped score that matches it.
 *
 * @param name of the stream: its key in Redis
 * @param app key of the app that the events and scores belong to
 */
public record MappedStream(String name, String app, List<MappedEvent> events, List<MappedScore> scores) {
    /** The mapped events that match an entry. */
    public List<MappedEvent> eventsFor(StreamEntry entry) {
        return events.stream().filter(event -> event.when().matches(entry)).toList();
    }

    /** The first mapped score that matches an entry, or none: at most one, so that a retry has one result. */
    public List<MappedScore> scoresFor(StreamEntry entry) {
        return scores.stream()
                .filter(score -> score.when().matches(entry))
                .limit(1)
                .toList();
    }

    /**
     * An activity event that entries of a stream mean. Optional values that an entry does not have are left out.
     *
     * @param id external ID; if null, or if an entry does not have the fields, the stream, the ID of the entry and the
     *     type
     * @param winner external ID of the actor or the peer
     * @param occurredAt if null, or if an entry does not have the fields, the time at which the entry was added
     * @param metadata fields that are stored with the event
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
            @Nullable Template timeZone,
            List<String> metadata) {

        /** Throws UnusableEntryException. */
        public ActivityEventInput of(StreamEntry entry) {
            ParticipantInput actorInput = actor.required(entry);
            ParticipantInput peerInput = peer == null ? null : peer.of(entry);
            String time = Template.text(occurredAt, entry);
            String givenId = Template.text(id, entry);
            return new ActivityEventInput(
                    givenId == null ? entry.stream() + ":" + entry.id() + ":" + type : givenId,
                    type,
                    actorInput,
                    peerInput,
                    winner(Template.text(winner, entry), actorInput, peerInput),
                    Template.text(value, entry),
                    group.of(entry),
                    peerGroup == null ? null : peerGroup.of(entry),
                    time == null ? entry.addedAt() : Timestamps.parse(time),
                    Template.text(timeZone, entry),
                    StreamFields.of(entry, metadata));
        }

        /**
         * Whether an entry has an external ID for its event but no time, so that a second entry with that ID is a
         * duplicate.
         */
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
                    .orElseThrow(() -> new UnusableEntryException("The winner is neither the actor nor the peer"));
        }
    }

    /**
     * A score or rating that entries of a stream mean.
     *
     * @param score the text {@code null}, blank fields, or null in a JSON object, for a null score
     * @param id external ID; if null, or if an entry does not have the fields, the stream and the ID of the entry
     * @param achievedAt if null, or if an entry does not have the fields, the time at which the entry was added
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
            @Nullable Template achievedAt) {
        /** Fields of Redis are texts. */
        private static final String NO_SCORE = "null";

        /** Throws UnusableEntryException. */
        public FeedEventInput of(StreamEntry entry) {
            String givenId = Template.text(id, entry);
            String time = Template.text(achievedAt, entry);
            if (!score.isGiven(entry)) {
                throw new UnusableEntryException("The entry has no " + score);
            }
            String value = score.of(entry);
            Instant achieved = time == null ? entry.addedAt() : Timestamps.parse(time);
            return new FeedEventInput(
                    givenId == null ? entry.stream() + ":" + entry.id() : givenId,
                    kind,
                    Template.text(leaderboard, entry),
                    Template.text(type, entry),
                    participant.required(entry),
                    NO_SCORE.equals(value) ? null : value,
                    group.of(entry),
                    achieved);
        }

        /** As {@link MappedStream.MappedEvent#undated}. */
        public boolean undated(StreamEntry entry) {
            return Template.text(id, entry) != null && Template.text(achievedAt, entry) == null;
        }
    }

    /**
     * A participant of the events and scores.
     *
     * @param type its entity type; ACCOUNT if an entry does not have the fields
     * @param name its display name; null leaves the name as it is
     */
    record MappedParty(Template id, Template type, @Nullable Template name) {
        static final String ACCOUNT = "ACCOUNT";

        /** Null if the entry does not have the fields. */
        @Nullable
        ParticipantInput of(StreamEntry entry) {
            String externalId = id.of(entry);
            return externalId == null
                    ? null
                    : new ParticipantInput(
                            new ExternalParticipantId(Objects.requireNonNullElse(type.of(entry), ACCOUNT), externalId),
                            name == null ? null : name.of(entry),
                            null,
                            null,
                            null);
        }

        /** Throws UnusableEntryException if the entry does not have the fields. */
        ParticipantInput required(StreamEntry entry) {
            ParticipantInput found = of(entry);
            if (found == null) {
                throw new UnusableEntryException("The entry has no " + id);
            }
            return found;
        }
    }

    /**
     * The group values of an entry. Attributes whose fields are missing are left out.
     *
     * @param values by attribute
     * @param json a JSON object of values by attribute, added to the others; null if there is none
     */
    record MappedGroup(
            Map<String, Template> values, @Nullable Template json) {
        Map<String, String> of(StreamEntry entry) {
            String object = Template.text(json, entry);
            Map<String, String> group =
                    object == null ? new HashMap<>() : NestedJson.values(String.valueOf(json), object);
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
     * A condition on entries.
     *
     * @param values allowed values by field; an entry must have an allowed value in every field
     */
    record When(Map<String, Set<String>> values) {
        boolean matches(StreamEntry entry) {
            return values.entrySet().stream().allMatch(one -> one.getValue()
                    .contains(Objects.requireNonNullElse(entry.value(one.getKey()), "")));
        }
    }

    /** An entry that does not fit its mapping. The message is for an operator; there is no stack trace. */
    public static final class UnusableEntryException extends RuntimeException {
        UnusableEntryException(String message) {
            super(message, null, false, false);
        }
    }
}
