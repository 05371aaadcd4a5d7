package laurel.activity;

import static java.util.Objects.requireNonNull;

import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import laurel.activity.TallyRepository.Belonging;
import laurel.leaderboard.Group;
import laurel.participant.ExternalParticipantId;
import laurel.participant.ParticipantInput;
import laurel.participant.Participants.Met;
import laurel.streak.StoredDayRule;
import org.jspecify.annotations.Nullable;

/** Who takes part in new events, one event after the other: the zone that one tells is known to those after it. */
final class ActivityEventFactory {
    private final Map<ExternalParticipantId, Long> ids;
    private final Map<Long, ZoneId> zones;

    ActivityEventFactory(Met met) {
        this.ids = met.ids();
        this.zones = new HashMap<>(met.zones());
    }

    /** The event as it is kept. */
    ActivityEvent stored(long id, CheckedActivity event, List<StoredDayRule> rules) {
        ActivityEventInput sent = event.sent();
        ParticipantInput peer = sent.peer();
        return new ActivityEvent(
                id,
                sent.externalId(),
                sent.eventType(),
                idOf(sent.actor().ref()),
                peer == null ? null : idOf(peer.ref()),
                sent.winner() == null ? null : idOf(sent.winner()),
                event.value(),
                event.group(),
                event.zone(),
                zone(sent.actor()),
                peer == null ? null : zone(peer),
                event.occurredAt(),
                event.receivedAt(),
                event.metadata(),
                rules.isEmpty() ? 0 : rules.getLast().id(),
                false);
    }

    /** What these events say about where their parties belong. */
    List<Belonging> belongings(Collection<CheckedActivity> events) {
        List<Belonging> all = new ArrayList<>();
        for (CheckedActivity event : events) {
            belonging(event, event.sent().actor(), event.group(), all);
            ParticipantInput peer = event.sent().peer();
            if (peer != null) {
                belonging(event, peer, event.peerGroup(), all);
            }
        }
        return all;
    }

    private void belonging(CheckedActivity event, ParticipantInput who, Group group, List<Belonging> all) {
        if (!group.equals(Group.EVERYONE)) {
            all.add(new Belonging(
                    idOf(who.ref()), group, event.occurredAt(), event.sent().externalId()));
        }
    }

    private @Nullable ZoneId zone(ParticipantInput given) {
        long id = idOf(given.ref());
        if (given.timeZone() != null) {
            zones.put(id, ZoneId.of(given.timeZone()));
        }
        return zones.get(id);
    }

    private long idOf(ExternalParticipantId ref) {
        return requireNonNull(ids.get(ref));
    }
}
