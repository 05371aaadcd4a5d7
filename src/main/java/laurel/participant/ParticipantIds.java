package laurel.participant;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Supplier;
import laurel.database.sql.Sql;
import laurel.participant.FoundParticipants.ExistingParticipant;

/**
 * Finds participants by the IDs that their external IDs had before: the index of IDs is several times as fast as that of external
 * IDs, and most rows need not be returned. Participants are never deleted. An external ID belongs to another participant only after
 * the first one was erased, which its row shows.
 */
@Singleton
class ParticipantIds {
    /** Maximum number of external IDs in memory, some 20 MB. */
    private static final int MAX_CACHED = 100_000;

    private final Sql sql;
    private final ParticipantRepository repository;
    private final Cache<AppRef, Long> ids =
            Caffeine.newBuilder().maximumSize(MAX_CACHED).build();

    private record AppRef(int app, ExternalParticipantId ref) {}

    ParticipantIds(Sql sql, ParticipantRepository repository) {
        this.sql = sql;
        this.repository = repository;
    }

    /** Returns those of these participants that exist, in the caller's transaction. */
    FoundParticipants find(int app, Collection<ExternalParticipantId> refs) {
        Map<ExternalParticipantId, Long> found = new HashMap<>();
        // In the order of the index: a large batch then finds most pages in the cache of the processor.
        SortedSet<ExternalParticipantId> others = new TreeSet<>();
        for (ExternalParticipantId ref : refs) {
            Long id = ids.getIfPresent(new AppRef(app, ref));
            if (id == null) {
                others.add(ref);
            } else {
                found.put(ref, id);
            }
        }
        List<Long> known = List.copyOf(found.values());
        Supplier<List<ExistingParticipant>> special =
                known.isEmpty() ? List::of : sql.later(() -> repository.special(known));
        List<ExistingParticipant> existing = new ArrayList<>(byRefs(app, others));
        Set<Long> erased = new HashSet<>();
        for (ExistingParticipant participant : special.get()) {
            // An erased participant has lost its external ID.
            if (found.containsKey(participant.ref())) {
                existing.add(participant);
            } else {
                erased.add(participant.id());
            }
        }
        if (!erased.isEmpty()) {
            SortedSet<ExternalParticipantId> former = new TreeSet<>();
            found.forEach((ref, id) -> {
                if (erased.contains(id)) {
                    former.add(ref);
                }
            });
            found.keySet().removeAll(former);
            existing.addAll(byRefs(app, former));
        }
        existing.forEach(participant -> found.put(participant.ref(), participant.id()));
        return new FoundParticipants(found, existing);
    }

    private List<ExistingParticipant> byRefs(int app, SortedSet<ExternalParticipantId> refs) {
        if (refs.isEmpty()) {
            return List.of();
        }
        List<ExistingParticipant> found = repository.existing(app, refs);
        found.forEach(participant -> ids.put(new AppRef(app, participant.ref()), participant.id()));
        return found;
    }
}
