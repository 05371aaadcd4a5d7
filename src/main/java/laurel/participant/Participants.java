package laurel.participant;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import laurel.database.Sql;

/** Finds participants, and makes them on first use. */
@Singleton
public class Participants {
    private final Sql sql;
    private final ParticipantRepository repository;

    Participants(Sql sql, ParticipantRepository repository) {
        this.sql = sql;
        this.repository = repository;
    }

    /** Makes or adds to one participant; refuses as {@link Profile#checked} does. */
    public Participant save(int app, Profile profile, Instant now) {
        profile.checked();
        sql.useTransaction(() -> {
            Map<ExternalParticipantId, Long> known = known(app, List.of(profile.ref()));
            meet(app, List.of(profile), known, now);
        });
        return byRef(app, profile.ref()).orElseThrow();
    }

    /** The ids of those of these participants that are known, within the caller's transaction. */
    public Map<ExternalParticipantId, Long> known(int app, Collection<ExternalParticipantId> refs) {
        return repository.known(app, refs);
    }

    /**
     * The ids of the participants of these profiles, within the caller's transaction: newcomers are made, and what
     * profiles say beyond the name is kept, a later profile over an earlier one. The profiles have been checked.
     *
     * @param known the ids that the caller has found already
     */
    public Map<ExternalParticipantId, Long> meet(
            int app, List<Profile> profiles, Map<ExternalParticipantId, Long> known, Instant now) {
        Map<ExternalParticipantId, Long> ids = new HashMap<>(known);
        Set<ExternalParticipantId> newcomers =
                profiles.stream().map(Profile::ref).collect(Collectors.toSet());
        newcomers.removeAll(ids.keySet());
        if (!newcomers.isEmpty()) {
            repository.meet(app, newcomers, now);
            ids.putAll(known(app, newcomers));
        }
        Map<Long, Profile> given = new LinkedHashMap<>();
        profiles.stream().filter(Profile::saysMore).forEach(p -> given.merge(idOf(ids, p), p, Profile::then));
        if (!given.isEmpty()) {
            repository.update(given);
        }
        return ids;
    }

    /**
     * Meets the participants of these profiles, as {@link #meet(int, List, Map, Instant)}, in a transaction of its own: for
     * who takes other locks afterwards.
     */
    public Met meet(int app, List<Profile> profiles, Instant now) {
        Set<ExternalParticipantId> refs = profiles.stream().map(Profile::ref).collect(Collectors.toSet());
        return sql.inTransaction(() -> {
            Map<ExternalParticipantId, Long> known = known(app, refs);
            Map<Long, ZoneId> zones = repository.zones(known.values());
            return new Met(meet(app, profiles, known, now), zones);
        });
    }

    /**
     * Participants as they are met.
     *
     * @param zones of those of whom that was known before, by id
     */
    public record Met(Map<ExternalParticipantId, Long> ids, Map<Long, ZoneId> zones) {}

    /** The participant of this name; empty where Laurel has not met it, or never could. */
    public Optional<Participant> byRef(int app, ExternalParticipantId ref) {
        return Optional.ofNullable(byRefs(app, List.of(ref)).get(ref));
    }

    /** The participants of these names, by name; those that Laurel has not met, or never could, are absent. */
    public Map<ExternalParticipantId, Participant> byRefs(int app, Collection<ExternalParticipantId> refs) {
        List<ExternalParticipantId> possible =
                refs.stream().filter(ExternalParticipantId::possible).toList();
        if (possible.isEmpty()) {
            return Map.of();
        }
        return repository.byRefs(app, possible).stream()
                .collect(Collectors.toMap(Participant::external, Function.identity()));
    }

    /** The participants of these ids, by id; unknown ids and those of other apps are absent. */
    public Map<Long, Participant> byIds(int app, Collection<Long> ids) {
        return repository.byIds(app, ids).stream().collect(Collectors.toMap(Participant::id, Function.identity()));
    }

    private static Long idOf(Map<ExternalParticipantId, Long> known, Profile profile) {
        Long id = known.get(profile.ref());
        if (id == null) {
            throw new IllegalStateException("a participant vanished: " + profile.ref());
        }
        return id;
    }
}
