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
import laurel.database.sql.Sql;
import laurel.request.ErrorCode;
import laurel.request.ListRequest;
import laurel.request.RefusedException;

/** Finds participants, and makes them on first use. */
@Singleton
public class Participants {
    private final Sql sql;
    private final ParticipantRepository repository;

    Participants(Sql sql, ParticipantRepository repository) {
        this.sql = sql;
        this.repository = repository;
    }

    /** Creates a participant. Refuses, in this order: as {@link ParticipantInput#checked} does, EXTERNAL_ID_TAKEN. */
    public Participant create(int app, ParticipantInput given, Instant now) {
        Participant created = repository.create(app, given.checked(), now);
        if (created == null) {
            throw new RefusedException(
                    ErrorCode.EXTERNAL_ID_TAKEN,
                    "A participant has " + named(given.ref()) + " already; `updateParticipant` changes it.",
                    "externalId");
        }
        return created;
    }

    /** Changes a participant. Refuses, in this order: as {@link ParticipantUpdate#check} does, PARTICIPANT_NOT_FOUND. */
    public Participant update(int app, ParticipantRef who, ParticipantUpdate given) {
        given.check();
        Participant updated = who.possible() ? repository.update(app, who, given) : null;
        if (updated == null) {
            ExternalParticipantId external = who.external();
            throw new RefusedException(
                    ErrorCode.PARTICIPANT_NOT_FOUND,
                    "No participant of the app has " + (external == null ? "this ID" : named(external)) + ".",
                    "participant");
        }
        return updated;
    }

    private static String named(ExternalParticipantId name) {
        return "the external ID `" + name.externalId() + "` and the entity type `" + name.entityType() + "`";
    }

    /** The participants of each of these lists, by entity type and external ID; lists without any are absent. */
    public Map<ListRequest<ParticipantFilter, ExternalParticipantId>, List<Participant>> listed(
            int app, Set<ListRequest<ParticipantFilter, ExternalParticipantId>> lists) {
        return repository.listed(app, List.copyOf(lists));
    }

    /** The ids of those of these participants that are known, within the caller's transaction. */
    public Map<ExternalParticipantId, Long> known(int app, Collection<ExternalParticipantId> refs) {
        return repository.known(app, refs);
    }

    /**
     * The ids of these participants, within the caller's transaction: newcomers are made, and what
     * they have beyond the name is stored, a later value over an earlier one. The inputs have been checked.
     *
     * @param known the ids that the caller has found already
     */
    public Map<ExternalParticipantId, Long> meet(
            int app, List<ParticipantInput> inputs, Map<ExternalParticipantId, Long> known, Instant now) {
        Map<ExternalParticipantId, Long> ids = new HashMap<>(known);
        Set<ExternalParticipantId> newcomers =
                inputs.stream().map(ParticipantInput::ref).collect(Collectors.toSet());
        newcomers.removeAll(ids.keySet());
        if (!newcomers.isEmpty()) {
            repository.meet(app, newcomers, now);
            ids.putAll(known(app, newcomers));
        }
        Map<Long, ParticipantInput> given = new LinkedHashMap<>();
        inputs.stream()
                .filter(ParticipantInput::saysMore)
                .forEach(p -> given.merge(idOf(ids, p), p, ParticipantInput::then));
        if (!given.isEmpty()) {
            repository.update(given);
        }
        return ids;
    }

    /**
     * Meets these participants, as {@link #meet(int, List, Map, Instant)}, in a transaction of its own: for
     * who takes other locks afterwards.
     */
    public Met meet(int app, List<ParticipantInput> inputs, Instant now) {
        Set<ExternalParticipantId> refs =
                inputs.stream().map(ParticipantInput::ref).collect(Collectors.toSet());
        return sql.inTransaction(() -> {
            Map<ExternalParticipantId, Long> known = known(app, refs);
            Map<Long, ZoneId> zones = repository.zones(known.values());
            return new Met(meet(app, inputs, known, now), zones);
        });
    }

    /**
     * Participants as they are met.
     *
     * @param zones known time zones, by id
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

    private static Long idOf(Map<ExternalParticipantId, Long> known, ParticipantInput input) {
        Long id = known.get(input.ref());
        if (id == null) {
            throw new IllegalStateException("a participant vanished: " + input.ref());
        }
        return id;
    }
}
