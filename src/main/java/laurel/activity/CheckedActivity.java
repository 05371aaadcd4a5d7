package laurel.activity;

import static java.util.Objects.requireNonNullElse;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import laurel.database.Fingerprint;
import laurel.database.partition.MonthPartitions;
import laurel.database.sql.Json;
import laurel.group.GroupValue;
import laurel.group.GroupValues;
import laurel.group.Groups;
import laurel.leaderboard.Group;
import laurel.leaderboard.ScoreFormat;
import laurel.participant.ExternalParticipantId;
import laurel.participant.ParticipantInput;
import laurel.request.CanonicalJson;
import laurel.request.ErrorCode;
import laurel.request.RefusedException;
import laurel.request.Text;
import org.jspecify.annotations.Nullable;

/**
 * A valid event.
 *
 * @param group      submitted group of the actor
 * @param peerGroup  submitted group of the peer
 * @param value      null if there is none
 * @param occurredAt truncated to microseconds
 * @param timeZone   null if there is none
 * @param digest     digest of the submitted event, with metadata by value
 */
record CheckedActivity(
        ActivityEventInput sent,
        Group group,
        Group peerGroup,
        @Nullable BigDecimal value,
        Instant occurredAt,
        Instant receivedAt,
        @Nullable ZoneId timeZone,
        String digest) {

    /** Maximum time by which a sender's clock may be ahead. */
    static final Duration CLOCK_SKEW = Duration.ofMinutes(5);

    private static final int MAX_DIGITS = 18;
    private static final int MAX_DECIMALS = 9;

    /**
     * Checks an event. Refuses, in this order: as {@link ParticipantInput#checked} does for the actor and then the peer,
     * INVALID_METADATA, LIST_TOO_LONG, INVALID_GROUP_ATTRIBUTE, INVALID_GROUP_VALUE, INVALID_EXTERNAL_ID,
     * INVALID_EVENT_TYPE, PEER_IS_ACTOR, WINNER_NOT_PARTY, INVALID_NUMBER, TOO_MANY_DECIMALS, NUMBER_OUT_OF_RANGE,
     * INVALID_TIME_ZONE, OCCURRED_IN_FUTURE, OCCURRED_TOO_LONG_AGO.
     *
     * @param maxAge maximum time since the event occurred
     */
    static CheckedActivity check(ActivityEventInput sent, Instant now, Duration maxAge) {
        checkParticipant(sent.actor(), "actor");
        if (sent.peer() != null) {
            checkParticipant(sent.peer(), "peer");
        }
        if (sent.metadata() != null) {
            Text.json(sent.metadata().text(), "metadata");
        }
        Group group = group(sent.group(), "group");
        Group peerGroup = group(requireNonNullElse(sent.peerGroup(), Map.of()), "peerGroup");
        checkEvent(sent);
        BigDecimal value = value(sent.value());
        ZoneId timeZone = sent.timeZone() == null ? null : timeZone(sent.timeZone());
        Instant occurredAt = requireNonNullElse(sent.occurredAt(), now).truncatedTo(ChronoUnit.MICROS);
        checkTime(occurredAt, now, maxAge);
        String digest = digest(sent, value, group, peerGroup, CanonicalJson::of);
        return new CheckedActivity(sent, group, peerGroup, value, occurredAt, now, timeZone, digest);
    }

    /** Whether a stored digest is that of this event. Earlier versions stored digests of metadata as it was sent. */
    boolean matches(String stored) {
        return stored.equals(digest) || stored.equals(digest(sent, value, group, peerGroup, Json::text));
    }

    /** Refuses LIMIT_REACHED if the actor or the peer gets one of these groups. */
    CheckedActivity checkGroups(Set<GroupValue> excess) {
        checkGroup(excess, sent.actor(), "actor");
        checkGroup(excess, sent.peer(), "peer");
        return this;
    }

    private static void checkGroup(Set<GroupValue> excess, @Nullable ParticipantInput participant, String name) {
        GroupValues group = participant == null ? null : participant.group();
        if (group != null) {
            group.all().stream().filter(excess::contains).findFirst().ifPresent(value -> {
                throw Groups.limit(value, name, "group", value.attribute());
            });
        }
    }

    /** Returns the actor and the peer, as submitted. */
    Stream<ParticipantInput> participants() {
        return Stream.of(sent.actor(), sent.peer()).filter(Objects::nonNull);
    }

    /** Returns the month of the partition that stores the event. */
    long month() {
        return MonthPartitions.month(occurredAt);
    }

    Json metadata() {
        return requireNonNullElse(sent.metadata(), new Json("{}"));
    }

    private static void checkParticipant(ParticipantInput participant, String name) {
        try {
            participant.checked();
        } catch (RefusedException e) {
            throw new RefusedException(e.refusal().within(name));
        }
    }

    private static Group group(Map<String, String> values, String name) {
        return Group.ofInput(values, Group.MAX_ATTRIBUTES, name);
    }

    private static void checkEvent(ActivityEventInput sent) {
        Text.line(sent.externalId(), Text.MAX_ID, ErrorCode.INVALID_EXTERNAL_ID, "externalId");
        Text.eventType(sent.eventType(), "eventType");
        ExternalParticipantId actor = sent.actor().ref();
        ExternalParticipantId peer = sent.peer() == null ? null : sent.peer().ref();
        if (actor.equals(peer)) {
            throw new RefusedException(
                    ErrorCode.PEER_IS_ACTOR,
                    "`peer` is the actor, `" + actor.externalId() + "`; it must be another participant.",
                    "peer");
        }
        ExternalParticipantId winner = sent.winner();
        if (winner != null && !winner.equals(actor) && !winner.equals(peer)) {
            throw new RefusedException(
                    ErrorCode.WINNER_NOT_PARTY,
                    "`winner` is `" + winner.externalId() + "`; it must be the actor or the peer.",
                    "winner");
        }
    }

    private static @Nullable BigDecimal value(@Nullable String text) {
        if (text == null) {
            return null;
        }
        BigDecimal number = ScoreFormat.number(text);
        if (number == null) {
            throw refusedValue(ErrorCode.INVALID_NUMBER, "must be a decimal number of at most 64 characters.");
        }
        BigDecimal value = number.stripTrailingZeros();
        if (value.scale() > MAX_DECIMALS) {
            throw refusedValue(
                    ErrorCode.TOO_MANY_DECIMALS,
                    "has " + value.scale() + " decimals; at most " + MAX_DECIMALS + " are allowed.");
        }
        if (value.precision() - (long) value.scale() > MAX_DIGITS) {
            throw refusedValue(
                    ErrorCode.NUMBER_OUT_OF_RANGE, "has more than " + MAX_DIGITS + " digits before the decimal point.");
        }
        return value;
    }

    /** Accepts offsets too, because many senders know only an offset. */
    private static ZoneId timeZone(String name) {
        try {
            return ZoneId.of(name);
        } catch (DateTimeException e) {
            throw new RefusedException(
                    ErrorCode.INVALID_TIME_ZONE,
                    "`timeZone` must be an IANA name such as Europe/Paris, or an offset such as +02:00.",
                    "timeZone");
        }
    }

    private static void checkTime(Instant occurredAt, Instant now, Duration maxAge) {
        if (occurredAt.isAfter(now.plus(CLOCK_SKEW))) {
            throw new RefusedException(
                    ErrorCode.OCCURRED_IN_FUTURE,
                    "`occurredAt` is " + occurredAt + "; at most " + CLOCK_SKEW.toMinutes()
                            + " minutes ahead of the service's clock are allowed, which is at " + now + ".",
                    "occurredAt");
        }
        if (occurredAt.isBefore(now.minus(maxAge))) {
            throw new RefusedException(
                    ErrorCode.OCCURRED_TOO_LONG_AGO,
                    "`occurredAt` is " + occurredAt + "; at most " + maxAge.toDays() + " days ago are allowed.",
                    "occurredAt");
        }
    }

    private static RefusedException refusedValue(ErrorCode code, String message) {
        return new RefusedException(code, "`value` " + message, "value");
    }

    /** @param form form in which metadata is compared */
    private static String digest(
            ActivityEventInput sent,
            @Nullable BigDecimal value,
            Group group,
            Group peerGroup,
            Function<Json, String> form) {
        ExternalParticipantId winner = sent.winner();
        Stream<@Nullable String> own = Stream.of(
                sent.eventType(),
                winner == null ? null : winner.entityType(),
                winner == null ? null : winner.externalId(),
                value == null ? null : value.toPlainString(),
                Objects.toString(sent.occurredAt(), null),
                sent.timeZone(),
                sent.metadata() == null ? null : form.apply(sent.metadata()));
        return Fingerprint.of(Stream.of(
                        own,
                        parts(sent.actor(), form),
                        parts(sent.peer(), form),
                        parts(group),
                        parts(peerGroup),
                        groupParts("actor", sent.actor()),
                        groupParts("peer", sent.peer()))
                .flatMap(parts -> parts));
    }

    private static Stream<@Nullable String> parts(@Nullable ParticipantInput participant, Function<Json, String> form) {
        return participant == null
                ? Stream.<@Nullable String>of(new @Nullable String[] {null})
                : Stream.<@Nullable String>of(
                        participant.ref().entityType(),
                        participant.ref().externalId(),
                        participant.name(),
                        participant.imageUrl(),
                        participant.metadata() == null ? null : form.apply(participant.metadata()),
                        participant.timeZone());
    }

    /** Group values of a participant; none for an event without any, whose digest is the same as before they existed. */
    private static Stream<@Nullable String> groupParts(String party, @Nullable ParticipantInput participant) {
        GroupValues group = participant == null ? null : participant.group();
        return group == null
                ? Stream.<@Nullable String>empty()
                : Stream.<@Nullable String>concat(Stream.of(party), parts(Group.of(group.values())));
    }

    private static Stream<@Nullable String> parts(Group group) {
        return Stream.concat(Stream.of(Integer.toString(group.values().size())), group.parts());
    }
}
