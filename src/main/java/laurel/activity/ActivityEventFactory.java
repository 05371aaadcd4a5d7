package laurel.activity;

import static java.util.Objects.requireNonNull;

import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import laurel.activity.TallyRepository.ReportedGroup;
import laurel.group.GroupValues;
import laurel.leaderboard.Group;
import laurel.participant.ExternalParticipantId;
import laurel.participant.FoundParticipants;
import laurel.participant.FoundParticipants.ExistingParticipant;
import laurel.participant.ParticipantInput;
import laurel.streak.StoredDayRule;
import org.jspecify.annotations.Nullable;

/**
 * Creates stored events from checked events, one after the other. A time zone, or group values, that are submitted with an event
 * are known in later events of the participant.
 */
final class ActivityEventFactory {
    private final Map<ExternalParticipantId, Long> ids;
    private final Map<Long, ZoneId> timeZones = new HashMap<>();
    /** The participants' own group values. */
    private final Map<Long, GroupValues> groups = new HashMap<>();

    ActivityEventFactory(FoundParticipants participants) {
        this.ids = participants.ids();
        for (ExistingParticipant participant : participants.existing()) {
            groups.put(participant.id(), participant.groupValues());
            if (participant.timeZone() != null) {
                timeZones.put(participant.id(), participant.timeZone());
            }
        }
    }

    /** Creates the event to store. */
    ActivityEvent create(long id, CheckedActivity event, List<StoredDayRule> rules) {
        ActivityEventInput sent = event.sent();
        ParticipantInput peer = sent.peer();
        Group group = group(sent.actor(), event.group(), Group.EVERYONE);
        Group peerGroup = peer == null ? group : group(peer, event.peerGroup(), group);
        return new ActivityEvent(
                id,
                sent.externalId(),
                sent.eventType(),
                idOf(sent.actor().ref()),
                peer == null ? null : idOf(peer.ref()),
                sent.winner() == null ? null : idOf(sent.winner()),
                event.value(),
                group,
                peerGroup.equals(group) ? null : peerGroup,
                event.timeZone(),
                timeZone(sent.actor()),
                peer == null ? null : timeZone(peer),
                event.occurredAt(),
                event.receivedAt(),
                event.metadata(),
                rules.isEmpty() ? 0 : rules.getLast().id(),
                false);
    }

    /** Returns the groups that events report for their actors and peers. */
    List<ReportedGroup> reportedGroups(Collection<CheckedActivity> events) {
        List<ReportedGroup> groups = new ArrayList<>();
        for (CheckedActivity event : events) {
            addGroup(event, event.sent().actor(), event.group(), groups);
            ParticipantInput peer = event.sent().peer();
            if (peer != null) {
                addGroup(event, peer, event.peerGroup(), groups);
            }
        }
        return groups;
    }

    private void addGroup(
            CheckedActivity event, ParticipantInput participant, Group group, List<ReportedGroup> groups) {
        if (!group.equals(Group.EVERYONE)) {
            groups.add(new ReportedGroup(
                    idOf(participant.ref()),
                    group,
                    event.occurredAt(),
                    event.sent().externalId()));
        }
    }

    /** Completes a group that an event names with the participant's own values, then with those of another group. */
    private Group group(ParticipantInput participant, Group named, Group other) {
        long id = idOf(participant.ref());
        if (participant.group() != null) {
            groups.put(id, participant.group());
        }
        GroupValues own = groups.getOrDefault(id, GroupValues.NONE);
        return Group.of(GroupValues.of(named.values())
                .orElse(own)
                .orElse(GroupValues.of(other.values()))
                .values());
    }

    private @Nullable ZoneId timeZone(ParticipantInput participant) {
        long id = idOf(participant.ref());
        if (participant.timeZone() != null) {
            timeZones.put(id, ZoneId.of(participant.timeZone()));
        }
        return timeZones.get(id);
    }

    private long idOf(ExternalParticipantId ref) {
        return requireNonNull(ids.get(ref));
    }
}
